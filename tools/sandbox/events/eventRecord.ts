import { type Fields, isObject, putAt } from '../messages/fieldPath';
import type { EventField, EventShape } from '../types/dialect';
import type { Message } from '../types/records';
import { rawRecord } from './rawRecord';

/** A message of an event. */
export interface EventMessage {
	/** With the content that the event shall have. */
	message: Message;
	/** The message to which it replies. */
	quoted?: Message;
	/** The number of the connected account, as an address. */
	ownAddress: string;
	/** The name of the sender. */
	name?: string;
	/** Whether the event only reports a new status. */
	isStatus: boolean;
}

/** Returns the record of a message in an event of this shape. */
export function eventRecord(shape: EventShape, event: EventMessage): Fields {
	const record = records[shape.record](shape, event);
	if (event.quoted !== undefined && shape.quoted !== '') {
		const message = withoutQuote(event.quoted);
		const quoted = { ...event, message, quoted: undefined, isStatus: false };
		putAt(record, shape.quoted, records[shape.record](shape, quoted));
	}
	return record;
}

const records = { message: messageRecord, raw: rawOf, flat: flatRecord };

/** The Message of the reference, or the same with other names. */
function messageRecord({ fields }: EventShape, { message }: EventMessage): Fields {
	// As the sandbox stores it.
	if (Object.keys(fields).length === 0) return structuredClone({ ...message });
	const { text, quotedMessageId, ...content } = contentOf(message);
	const record = recordWith(fields, { chat: 'remoteJid', text: 'content.text' }, message, text);
	putAt(record, 'participant', message.participant);
	putAt(record, 'quotedMessageId', quotedMessageId);
	// A text elsewhere than in `content` has its siblings in a field named like the type.
	const isInContent = (fields.text ?? 'content.').startsWith('content.');
	if (Object.keys(content).length > 0) {
		const place = isInContent ? 'content' : message.type;
		const present = isObject(record[place]) ? record[place] : {};
		putAt(record, typeof record[place] === 'string' ? 'details' : place, {
			...content,
			...present,
		});
	}
	return record;
}

function rawOf(_shape: EventShape, { message, quoted, name, isStatus }: EventMessage): Fields {
	return rawRecord(message, { quoted, name, isStatus });
}

/** A record whose chat is who sent the message, or to whom it was sent. */
function flatRecord({ fields }: EventShape, { message, ownAddress }: EventMessage): Fields {
	const { fromMe, remoteJid, type, participant } = message;
	const { text, caption, url, base64, mimetype, fileName, quotedMessageId, ...rest } = contentOf(message);
	const defaults = { chat: 'chat.id', text: 'body' };
	const record = recordWith(fields, defaults, message, text ?? caption ?? '');
	record['from'] = fromMe ? ownAddress : remoteJid;
	record['to'] = fromMe ? remoteJid : ownAddress;
	putAt(record, 'author', participant);
	putAt(record, 'quotedMessageId', quotedMessageId);
	if ((url ?? base64) !== undefined) record['media'] = { url, data: base64, mimetype, fileName };
	if (Object.keys(rest).length > 0) putAt(record, type === 'text' ? 'details' : type, rest);
	return record;
}

/** Puts the fields of a message at the places that the shape or, where it has none, the defaults name. */
function recordWith(
	fields: EventShape['fields'],
	defaults: Pick<Required<EventShape['fields']>, 'chat' | 'text'>,
	message: Message,
	text: unknown,
): Fields {
	const { id, instanceId, remoteJid, fromMe, type, timestamp, status } = message;
	const values: Record<EventField, unknown> = {
		id,
		instance: instanceId,
		chat: remoteJid,
		fromMe,
		type,
		text,
		timestamp,
		status,
	};
	const record: Fields = {};
	for (const [field, value] of Object.entries(values) as Array<[EventField, unknown]>) {
		const usual = { ...defaults, instance: 'instanceId' }[field as 'chat'] ?? field;
		putAt(record, fields[field] ?? usual, value);
	}
	return record;
}

function contentOf({ content }: Message): Fields {
	return isObject(content) ? structuredClone(content) : {};
}

/** A quoted message does not contain what it quotes itself. */
function withoutQuote(message: Message): Message {
	const { quotedMessageId: _, ...content } = contentOf(message);
	return { ...message, content };
}
