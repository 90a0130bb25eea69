import { fillIn } from '../../../nodes/transport/credentials/example';
import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import { matchExample } from '../../../tools/sandbox/messages/matchExample';
import { read } from '../../support/project';

const examplesIn = (text: string) => [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json);

test('the reference has the defaults of Field Names', () => {
	const [, section = ''] = read('docs/reference.md').split('\n### Field Names\n');
	expect(JSON.parse(examplesIn(section)[0] ?? '')).toEqual(DEFAULT_FIELD_NAMES);
});

const page = read('docs/fit-the-service.md');

test('the node sends each body on that page with the Field Names below it', () => {
	const examples = examplesIn(page);
	const pairs = examples.flatMap((names, at) => (at % 2 === 1 ? [[examples[at - 1] ?? '', names] as const] : []));
	expect(pairs).toHaveLength(3);
	for (const [bodies, names] of pairs) {
		const { message } = parseFieldNames(names);
		for (const line of bodies.trim().split('\n')) {
			const body = JSON.parse(line) as Record<string, unknown>;
			const { values, problems } = matchExample(message, body);
			expect([line, problems]).toEqual([line, []]);
			const given = { recipient: '', ...Object.fromEntries(values) };
			expect(fillIn('message', message, given, true)).toEqual(body);
		}
	}
});
