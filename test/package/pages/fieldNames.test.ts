import { fillIn } from '../../../nodes/transport/credentials/example';
import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import { read } from '../../support/project';

const examplesIn = (text: string) => [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json);

test('the reference has the defaults of Field Names', () => {
	const [, section = ''] = read('docs/reference.md').split('\n### Field Names\n');
	expect(JSON.parse(examplesIn(section)[0] ?? '')).toEqual(DEFAULT_FIELD_NAMES);
});

const page = read('docs/fit-the-service.md');

/** The values of the messages on that page, each of which occurs in a body that has it. */
const VALUES = {
	recipient: '5511987654321',
	text: 'Hello',
	caption: 'Menu',
	mediaUrl: 'https://a.example/b.png',
	mediaData: 'QUJD',
	mimeType: 'image/png',
	replyTo: 'M1',
};

test('the node sends each body on that page with the Field Names below it', () => {
	const examples = examplesIn(page).filter((example) => /recipient|5511987654321/.test(example));
	const pairs = examples.flatMap((names, index) => (index % 2 ? [[examples[index - 1] ?? '', names] as const] : []));
	expect(pairs.length).toBeGreaterThan(1);
	for (const [bodies, names] of pairs) {
		const { message, types } = parseFieldNames(names);
		for (const line of bodies.trim().split('\n')) {
			const given = Object.entries(VALUES).filter(([, value]) => line.includes(value));
			const type = types[line.includes('https:') ? 'image' : 'text'];
			const values = { ...Object.fromEntries(given), recipient: VALUES.recipient, type };
			expect(fillIn('message', message, values, true)).toEqual(JSON.parse(line));
		}
	}
});
