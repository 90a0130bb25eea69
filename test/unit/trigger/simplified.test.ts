import { itemsOf } from '../../../nodes/MessagingIntegrationTrigger/delivery/events';
import { messagesIn } from '../../../nodes/messages/findMessages';
import { AUTOMATIC } from './support/filters';

const simplified = (event: unknown, headers?: Record<string, string>) =>
	itemsOf({ event, messages: messagesIn(event, AUTOMATIC) }, true, headers).map(({ json }) => json);
/** Without `raw`, which is always the event. */
const fieldsOf = (event: unknown) => {
	const [{ raw, ...fields } = {}, ...others] = simplified(event);
	expect(raw).toBe(event);
	expect(others).toEqual([]);
	return fields;
};

const chatId = '5511987654321@s.whatsapp.net';
const common = { instanceId: 'i1', fromMe: false, type: 'text', status: 'received' };
const at = { timestamp: 1_700_000_000 };
const message = { ...common, ...at, id: '3EB0', remoteJid: chatId, content: { text: 'Hello' } };
const fields = {
	...{ ...common, ...at, event: 'message', messageId: '3EB0', chatId, isGroup: false },
	...{ phone: '+5511987654321', text: 'Hello', chatInput: 'Hello' },
	...{ date: '2023-11-14T22:13:20.000Z', sessionId: `i1:${chatId}` },
};
const { instanceId, ...withoutInstance } = message;

const envelope = { id: 'e', type: 'x', status: 'ok', timestamp: 5, content: 'x' };

/** test/unit/messages has more places. */
test.each([
	['the event', { event: 'message', ...message }],
	['data, without its instance', { event: 'message', instanceId, data: withoutInstance }],
	['data, beside empty fields', { event: 'message', remoteJid: null, fromMe: null, data: message }],
	['an envelope with its own fields', { ...envelope, event: 'message', data: message }],
	['the event, beside a quoted message', { event: 'message', ...message, quoted: { id: 'q' } }],
])('a message in %s has the same fields', (_place, event) => {
	expect(fieldsOf(event)).toEqual(fields);
});

test.each([
	[{}, {}],
	[
		{ event: 'instance.status', instanceId: 'i1', status: 'connected', phone: '5511' },
		{ event: 'instance.status', instanceId: 'i1', status: 'connected' },
	],
	[
		{ event: 'message.status', id: 'A', status: 'read' },
		{ event: 'message.status', messageId: 'A', status: 'read' },
	],
	[{ data: [] }, {}],
	[{ event: { name: 'x' }, id: {}, fromMe: null, content: [], remoteJid: [] }, {}],
	['text', {}],
	[[], {}],
])('the event %j gives only what it has', (event, given) => {
	expect(fieldsOf(event)).toEqual(given);
});

test.each([
	['content.text', { content: { text: ' Hi ' } }, ' Hi '],
	['content.caption', { content: { caption: 'Look' } }, 'Look'],
	['content.text rather than a caption', { content: { text: 'Hi', caption: 'Look' } }, 'Hi'],
	['a caption beside an empty text', { content: { text: '', caption: 'Look' } }, 'Look'],
	['nothing, for an empty text', { content: { text: '' } }, undefined],
	['nothing, for an empty content', { content: '' }, undefined],
	['nothing, for a text that is a number', { content: { text: 5 } }, undefined],
	['nothing, for the text of a quoted message', { content: { quoted: { text: 'Hi' } } }, undefined],
])('the text is that of %s', (_what, content, text) => {
	const given = fieldsOf({ data: { ...content, remoteJid: 'x@lid' } });
	expect([given.text, given.chatInput]).toEqual([text, text]);
	expect('text' in given).toBe(text !== undefined);
});

test.each([
	['5511987654321', { isGroup: false, phone: '+5511987654321' }],
	['5511987654321@lid', { isGroup: false }],
	['120363041234567890@g.us', { isGroup: true }],
	['status@broadcast', { isGroup: false }],
	['5511987654321@example', {}],
])('of the chat %j it says %j', (remoteJid, given) => {
	for (const name of ['remoteJid', 'chatId'])
		expect(fieldsOf({ [name]: remoteJid })).toEqual({ chatId: remoteJid, sessionId: String(remoteJid), ...given });
});

test('a chat has the same session in all events, whatever their shape, and another one per instance', () => {
	const events = [message, { instanceId, data: withoutInstance }, { data: [message] }];
	const sessions = events.map((event) => simplified(event)[0]?.sessionId);
	expect(new Set(sessions).size).toBe(1);
	expect(simplified({ ...message, instanceId: 'i2' })[0]?.sessionId).not.toBe(sessions[0]);
	expect(simplified({ ...message, remoteJid: 'x@lid' })[0]?.sessionId).not.toBe(sessions[0]);
});

test('numbers keep their types, and the text of a boolean becomes one', () => {
	const given = { instanceId: 0, type: 1, timestamp: '5', chatId: 55 };
	expect(fieldsOf({ ...given, id: 7, fromMe: 'true' })).toEqual({
		...{ ...given, sessionId: '0:55', messageId: 7, fromMe: true, date: '1970-01-01T00:00:05.000Z' },
	});
});

test.each([
	[1_700_000_000, '2023-11-14T22:13:20.000Z'],
	['1700000000', '2023-11-14T22:13:20.000Z'],
	[1_700_000_000.5, '2023-11-14T22:13:20.500Z'],
	[1_700_000_000_123_456, '2023-11-14T22:13:20.123Z'],
	[{ low: 1_700_000_000, high: 0, unsigned: true }, '2023-11-14T22:13:20.000Z'],
	['2023-11-14T22:13:20Z', '2023-11-14T22:13:20.000Z'],
	['yesterday', undefined],
	[Number.MAX_VALUE, undefined],
])('the date of the timestamp %j is %s', (timestamp, date) => {
	expect(fieldsOf({ ...message, timestamp }).date).toBe(date);
});
