import { isObject, textOf } from '../../shared/plainValues';

/**
 * Reads the events of a body. The reference (section 6) does not document it: each entry of an array is one event,
 * anything else is one event.
 *
 * @returns undefined if the body is not JSON
 */
export function readEvents(raw: Buffer): unknown[] | undefined {
	if (raw.length === 0) return [{}];
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
		return [JSON.parse(text) as unknown].flat();
	} catch {
		return undefined;
	}
}

/**
 * One message of an event: the places that may have its fields, from the event to the innermost. They are the event,
 * `data`, `message` and `data.message`; all other places may contain a quoted message.
 */
export type EventMessage = readonly unknown[];

/** Returns the messages of an event: one for each entry of a list at one of the places, else one. */
export function messagesIn(event: unknown): EventMessage[] {
	return entriesOf(event).flatMap((each) =>
		entriesOf(field(each, 'data')).flatMap((data) => {
			const [beside, within] = [field(each, 'message'), field(data, 'message')];
			// Where there are two lists, their entries do not belong together.
			if (Array.isArray(beside) && beside.length > 0)
				return beside.map((entry: unknown) => [each, data, entry]);
			return entriesOf(within).map((entry) => [each, data, beside, entry]);
		}),
	);
}

/** Returns the first value that one of the fields has, from the event to the innermost place. */
export function findField(message: EventMessage, ...names: string[]): unknown {
	for (const place of message) {
		const name = names.find((each) => isPresent(field(place, each)));
		if (name !== undefined) return field(place, name);
	}
	return undefined;
}

/** Fields by which a place is recognized as a Message (reference, section 2.9) and not as an envelope around it. */
const OF_MESSAGE = ['remoteJid', 'chatId', 'fromMe', 'content'];

/**
 * Returns a field of the Message that an envelope may have, too, with another meaning: `id`, `type`, `status`,
 * `timestamp`. So the innermost place goes first, and what is around a Message is not read: the type in
 * `{"type": "notification", "data": {"content": "Hi"}}` is not that of the message.
 */
export function ownField(message: EventMessage, name: string): unknown {
	const names = [name, ...OF_MESSAGE];
	const place = [...message]
		.reverse()
		.find((each) => names.some((name) => isPresent(field(each, name))));
	return field(place, name) ?? undefined;
}

/** Returns the text of a message: its content or a caption; undefined if it has none. */
export function textIn(message: EventMessage): string | undefined {
	const content = ownField(message, 'content');
	return [content, field(content, 'text'), field(content, 'caption')].find(
		(text): text is string => typeof text === 'string' && textOf(text) !== undefined,
	);
}

/** Returns at least one entry; an empty list counts as a value without fields. */
function entriesOf(value: unknown): unknown[] {
	return Array.isArray(value) && value.length > 0 ? value : [value];
}

function field(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== '';
