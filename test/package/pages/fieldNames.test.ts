import { itemsOf, readEvents } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';
import { fillIn } from '../../../nodes/transport/credentials/example';
import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import { matchExample } from '../../../tools/sandbox/messages/matchExample';
import { read } from '../../support/project';

const examplesIn = (text: string) => [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json);

test('the reference has the defaults of Field Names', () => {
	const [, section = ''] = read('docs/reference.md').split('\n### Field Names\n');
	expect(JSON.parse(examplesIn(section)[0] ?? '')).toEqual(DEFAULT_FIELD_NAMES);
});

/** The pairs of examples on a page: what the service expects or sends, and the Field Names for it. */
const pairsIn = (text: string) => {
	const examples = examplesIn(text);
	return examples.flatMap((names, at) => (at % 2 === 1 ? [[examples[at - 1] ?? '', names] as const] : []));
};

const [bodiesOnPage = '', eventsOnPage = ''] = read('docs/fit-the-service.md').split('## An event that is not read');

test('the trigger reads each event on that page with the Field Names below it, and only then', () => {
	const pairs = pairsIn(eventsOnPage);
	expect(pairs).toHaveLength(3);
	for (const [event, names] of pairs) {
		const itemsWith = (fieldNames: string) =>
			readEvents(Buffer.from(event), parseFieldNames(fieldNames)).events.flatMap((each) => itemsOf(each, true));
		expect(itemsWith('{}')).toEqual([
			{ json: expect.not.objectContaining({ text: 'Hi' }), messages: [expect.anything()] },
		]);
		expect(itemsWith(names)).toMatchObject([
			{ json: { kind: 'message', messageId: 'M1', phone: '+5511987654321', text: 'Hi' } },
		]);
	}
});

test('the node sends each body on that page with the Field Names below it', () => {
	const pairs = pairsIn(bodiesOnPage);
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
