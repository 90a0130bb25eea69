import { messagesIn, simplifiedRecord } from '../../../nodes/messages/findMessages';
import { partsOf } from '../../../nodes/messages/message';
import { kindOfType } from '../../../nodes/messages/parts';
import { DEFAULT_FIELD_NAMES } from '../../../nodes/transport/credentials/fieldNames';

const { event: AUTOMATIC } = DEFAULT_FIELD_NAMES;

const chatId = 'c@lid';
const whole = { chatId, fromMe: true, id: 'M' };
const other = { ...{ chatId: 'other@lid', fromMe: false, id: 'other' }, status: 'x', text: 'No' };
const part = { messageId: 'part', fromMe: false };

const read = (event: unknown, names = {}) => messagesIn(event, { ...AUTOMATIC, ...names });
const idsIn = (event: unknown, names = {}) =>
	read(event, names).map(({ record, messageId }) => record && (messageId ?? 'no ID'));

/** Puts a value under names, the outermost first. */
const under = (names: string[], value: unknown) => names.reduceRight((inside, name) => ({ [name]: inside }), value);
const times = (count: number, name: string) => Array.from({ length: count }, () => name);

test.each<[string, object, string | undefined]>([
	['a whole message counts before a part under a usual name', { data: part, alpha: { beta: whole } }, 'M'],
	['a list of parts under any other name is nothing', { alpha: [part, part] }, undefined],
	['a part under any other name is nothing', { alpha: part }, undefined],
	['a usual name counts before any other, even if it is deeper', { data: { payload: whole }, alpha: other }, 'M'],
	['the outermost place counts', { alpha: { beta: other }, gamma: whole }, 'M'],
	['a place counts before a list', { alpha: [other], gamma: whole }, 'M'],
	['a message with a direction is not searched', { ...whole, data: other }, 'M'],
	['a message with a text as its body is not searched', { chatId, id: 'M', body: 'Hi', data: other }, 'M'],
	['a message with a text as its message is not searched', { chatId, id: 'M', message: 'Hi', data: other }, 'M'],
	['a message with a content is not searched', { chatId, id: 'M', content: {}, data: other }, 'M'],
	['an object with an empty content is searched', { chatId, id: 'x', content: '', data: whole }, 'M'],
	['an object without content is searched', { chatId, id: 'x', content: null, data: whole }, 'M'],
	['what may be a message is searched only under usual names', { chatId, id: 'M', alpha: other }, 'M'],
	['a part with a text may be there', { chatId, id: 'x', item: { fromMe: true, text: 'Hi', id: 'M' } }, 'M'],
	['an address may be an object', { remoteJid: { id: chatId }, id: 'M' }, 'M'],
	['a chat with an ID is a message', { alpha: { chatId, id: 'M' } }, 'M'],
	['a chat alone is no message', { alpha: { chatId, name: 'Family' } }, undefined],
	['an address alone is no message', { from: chatId }, undefined],
	['the content of a part is not the message', { messageId: 'M', content: { text: 'Hi', messageId: 'x' } }, 'M'],
	['a content that is a message is the message', { fromMe: true, content: { ...whole, text: 'Hi' } }, 'M'],
	['a content without a text is searched', { fromMe: true, content: { messageId: 'M' } }, 'M'],
	['a status alone is no message', { status: 'ok' }, undefined],
	['the status of an instance is no message', { id: 'x', status: 'Connected' }, undefined],
	['a status that only ends like that of an instance is one', { id: 'M', status: 'reconnected' }, 'M'],
	['a status that only begins like that is one', { id: 'M', status: 'error_read' }, 'M'],
	['a message counts, beside a status', { id: 'x', status: 'ok', alpha: whole }, 'M'],
	['people do not, in a list', { id: 'M', status: 'ok', alpha: [other, { chatId, id: 'x' }] }, 'M'],
	['an ID beside an instance is no message', { id: 'x', instance: { id: 'i' } }, undefined],
	['the key counts before the ID of a database', { id: 'x', message: { conversation: 'Hi' }, key: whole }, 'M'],
	['the key of what a reaction belongs to is no message', { key: other, reaction: { key: { id: 'R' } } }, undefined],
	['a name of "_" alone has no meaning', { status: 'ok', _: other, data: { ...whole, _: 'x' } }, 'M'],
])('Of an event, %s', (_rule, event, id) => {
	expect(idsIn(event)).toEqual([id]);
	expect(idsIn(Object.fromEntries(Object.entries(event).reverse()))).toEqual([id]);
});

const NAMED = { who: chatId, no: 'M', list: [{ msg: whole, no: 'L' }] };

test.each<[string, unknown, object, string | undefined]>([
	['an object with the chat is the message', { data: { ...NAMED, data: other } }, { chat: 'who', id: 'no' }, 'M'],
	['an exact name counts before another spelling', { No: 'x', ...whole, no: 'N' }, { id: 'no' }, 'N'],
	['the first of other spellings counts', { Msg: whole, mSg: other }, { message: 'msg' }, 'M'],
	['blanks do not matter', { No: 'N', ...whole }, { id: ' no ' }, 'N'],
	['a path goes into each entry of a list', { ...NAMED, data: other }, { message: 'list.msg' }, 'M'],
	['the place in a list may have two digits', [...times(10, 'x').map(() => other), whole], { message: '10' }, 'M'],
	['a name may end with a digit', { list: [{ a0: whole }], data: other }, { message: 'list.a0' }, 'M'],
	['a name may begin with a digit', { list: [{ '0a': whole }], data: other }, { message: 'list.0a' }, 'M'],
	['what is not an object is not the message', { msg: 'Hi', data: whole }, { message: 'msg' }, 'M'],
	['null is not a message', [null, null, 'Hi', 5], { chat: 'who' }, undefined],
	['null has no parts', { ...whole, no: null }, { id: 'no.x' }, 'M'],
	['an empty text is not a part', { ...whole, no: '' }, { id: 'no' }, 'M'],
])('With Field Names, %s', (_rule, event, names, id) => {
	expect(idsIn(event, names)).toEqual([id]);
});

const imageMessage = { caption: 'Look' };
const layers = (count: number) => under(times(count, 'aMessage.message').join('.').split('.'), { imageMessage });

test.each<[string, object, object]>([
	['the text and the type of a raw image', { message: { imageMessage } }, { text: 'Look', type: 'image' }],
	['the type text of a raw text', { message: { extendedTextMessage: { text: 'Hi' } } }, { text: 'Hi', type: 'text' }],
	['the type text of a conversation', { message: { conversation: 'Hi' } }, { text: 'Hi', type: 'text' }],
	['what is wrapped', { message: { aMessage: { message: { imageMessage } } } }, { text: 'Look', type: 'image' }],
	['no content that does not end with "message"', { message: { aMessageB: other, imageMessage } }, { text: 'Look' }],
	['no content with another name', { message: { xyz: other, imageMessage } }, { text: 'Look', type: 'image' }],
	['no content that it refers to', { message: { quotedMessage: other, imageMessage } }, { text: 'Look' }],
	['no type without content', { message: { xyz: {} } }, { type: undefined, text: undefined }],
	['no blank text', { text: ' ', body: 'Hi' }, { text: 'Hi' }],
	['a text in 7 objects', { text: under(times(7, 'text'), 'Hi') }, { text: 'Hi' }],
	['no text in 8 objects', { text: under(times(8, 'text'), 'Hi') }, { text: undefined }],
	['a raw text in 7 objects', { message: under(times(6, 'aMessage'), { text: 'Hi' }) }, { text: 'Hi' }],
	['no raw text in 8 objects', { message: under(times(7, 'aMessage'), { text: 'Hi' }) }, { text: undefined }],
	['a type in 7 wrappers', { message: layers(6) }, { type: 'image' }],
	['no type in 8 wrappers', { message: layers(7) }, { type: undefined }],
	['what completes it, 5 objects deep', { data: under(times(4, 'update'), { status: 'read' }) }, { status: 'read' }],
	['nothing 6 objects deep', { data: under(times(5, 'update'), { status: 'read' }) }, { status: undefined }],
	['no status of another message', { update: other }, { status: undefined }],
	['the first of two spellings', { Id: 'x', text: 'Hi', Text: 'No' }, { messageId: 'M', text: 'Hi' }],
	['the address of an object', { chatId: { _serialized: {}, id: 'x@lid' } }, { chatId: 'x@lid' }],
	['no empty address of an object', { chatId: { _serialized: '', id: 'x@lid' } }, { chatId: 'x@lid' }],
	['a boolean', { status: true }, { status: true }],
	['milliseconds from 1e11', { timestamp: 1e11 }, { date: '1973-03-03T09:46:40.000Z' }],
	['fractions of a second', { timestamp: '1700000000.25' }, { date: '2023-11-14T22:13:20.250Z' }],
	['a date that ends with digits', { timestamp: '14 Nov 2023 22:13 +0000' }, { date: '2023-11-14T22:13:00.000Z' }],
	...'data payload message msg update object attributes'.split(' ').map((name): [string, object, object] => {
		return [`what completes it in ${name}`, { [name]: { status: 'read' } }, { status: 'read' }];
	}),
])('A message has %s', (_what, fields, expected) => {
	const [found, ...others] = read({ ...whole, ...fields }).map(partsOf);
	expect(others).toEqual([]);
	expect({ text: undefined, type: undefined, status: undefined, ...found }).toMatchObject(expected);
});

test.each<[boolean | undefined, unknown[]]>([
	[true, [1, ' Outgoing', 'sent', 'outbound', ' true ']],
	[false, [0, 'incoming', ' INBOUND', 'received', 'false']],
	[undefined, [2, ['out'], ['in'], 'sideways', 'checkout', 'x-sent', 'main', 'x-in', {}, '']],
])('that a message is an own one is %s for each of the directions %j', (fromMe, directions) => {
	const found = directions.map((direction) => read({ chatId, content: 'Hi', direction })[0]?.fromMe);
	expect(found).toEqual(directions.map(() => fromMe));
});

test.each([
	['its type', { type: 'new', data: whole }, { eventName: 'new' }],
	['its name rather than its type', { type: 'new', eventType: 'msg', data: whole }, { eventName: 'msg' }],
	['its name', { eventName: 'msg', data: whole }, { eventName: 'msg' }],
	['its instance, also without a message', { event: 'qr', data: { instanceId: 'i', code: 'x' } }, { instanceId: 'i' }],
	['the ID of a message, not that of an object in it', { ...whole, data: { id: 'x' } }, { messageId: 'M' }],
	['the ID that is in an envelope', { chatId, id: 'x', data: { id: 'M', text: 'Hi' } }, { messageId: 'M', text: 'Hi' }],
	[
		'no inherited field',
		Object.assign(Object.create({ text: 'No' }) as object, whole),
		{ messageId: 'M', text: undefined },
	],
])('an event has %s', (_what, event, expected) => {
	expect(read(event)).toMatchObject([expected]);
});

test('the search goes 24 levels deep, and into 500,000 places', () => {
	const lists = (count: number) =>
		times(count, 'data').reduce<unknown>((inside, name) => ({ [name]: [inside] }), whole);
	for (const event of [under(times(24, 'data'), whole), lists(12)]) expect(idsIn(event)).toEqual(['M']);
	for (const event of [under(times(25, 'data'), whole), lists(13)]) expect(idsIn(event)).toEqual([undefined]);
	const after = (places: number) => ({ list: Array.from({ length: places }, () => ({})), data: whole });
	expect(idsIn(after(499_997))).toEqual(['M']);
	expect(idsIn(after(499_998))).toEqual([undefined]);
});

test.each<[unknown, object, object]>([
	['ok', {}, { value: 'ok' }],
	[{ a: 1 }, {}, { a: 1 }],
	[{ data: part }, {}, { ...part, raw: { data: part } }],
	[{ id: 'M', x: 1 }, {}, { messageId: 'M', raw: { id: 'M', x: 1 } }],
	[{ no: 'M' }, { id: 'no' }, { messageId: 'M', raw: { no: 'M' } }],
	[{ id: 'M', d: {} }, { message: 'd' }, { messageId: 'M', raw: { id: 'M', d: {} } }],
])('the record %j, with the Field Names %j, is simplified to %j', (record, names, expected) => {
	expect(simplifiedRecord(record, { ...AUTOMATIC, ...names })).toEqual(expected);
});

test.each<[string | undefined, unknown[]]>([
	['text', ['Chat', 'conversation', ' extended_text ', 'EXTENDEDTEXTMESSAGE']],
	['video', ['PTV', 'gif', 'videoNote', 'media_video']],
	['audio', ['ptt', 'voice', 'AudioMessage']],
	['image', ['photo', 'Picture', 'Foto']],
	['sticker', ['sticker_pack']],
	['document', ['pdf', 'media', 'file']],
	[undefined, ['texture', 'a chat', 7, undefined, '', {}]],
])('the kind %s is that of each of the types %j', (kind, given) => {
	const types = { ...DEFAULT_FIELD_NAMES.types, image: 'FOTO' };
	expect(given.map((type) => kindOfType(type, types))).toEqual(given.map(() => kind));
});
