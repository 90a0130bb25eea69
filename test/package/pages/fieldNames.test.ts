import { itemsOf, readEvents } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';
import { fillIn } from '../../../nodes/transport/credentials/example';
import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
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
	const pairs = pairsIn(bodiesOnPage);
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
