import type { FieldNames } from '../transport/credentials/fieldNames';
import { booleanOf, type Fields, isObject } from '../shared/plainValues';
import { type Address, readAddress } from './address';
import { fieldsOf, isPresent, keyOf, valuesAt } from './keys';
import { rawTypeOf, textIn } from './text';

/** The user's names for the parts of a message; an empty one is found by itself. */
export type EventNames = FieldNames['event'];

type Part = Exclude<keyof EventNames, 'message'>;

type Scalar = string | number | boolean;

/** A message of an event, or a record of a response. Each part is read when it is asked for. */
export class EventMessage {
	/** Fields of the message, and of what completes it. */
	private readonly own: Array<Map<string, unknown>>;

	/** Fields of the objects around it, from the inside out. */
	private readonly around: Array<Map<string, unknown>>;

	/**
	 * @param event the whole event or response
	 * @param record the message in it; undefined if there is none
	 * @param around the objects that contain it, from the outside in
	 */
	constructor(
		private readonly event: unknown,
		readonly record: Fields | undefined,
		around: Fields[],
		private readonly names: EventNames,
	) {
		this.own = record ? [record, ...completionsOf(record)].map(fieldsOf) : [];
		this.around = around.map(fieldsOf).reverse();
	}

	/** The address of the chat as the event has it. */
	get chatId(): Scalar | undefined {
		return this.read('chat', () => {
			const [own] = this.own.map((fields) => addressIn(fields, this.fromMe)).filter(isPresent);
			return own ?? this.around.map(chatIn).find(isPresent);
		});
	}

	/** What the address of the chat says. */
	get address(): Address | undefined {
		return readAddress(this.chatId);
	}

	/** Whether the connected account sent the message; undefined if the event does not say so. */
	get fromMe(): boolean | undefined {
		const path = this.names.fromMe;
		if (path !== '') return directionOf(this.named(path));
		return [...this.own, ...this.around].map(fromMeIn).find((each) => each !== undefined);
	}

	get messageId(): Scalar | undefined {
		return this.read('id', () => this.first('messageid', 'id'));
	}

	get type(): Scalar | undefined {
		return this.read('type', () => {
			const given = this.first('type', 'messagetype');
			return given ?? this.own.map((fields) => rawTypeOf(fields.get('message'))).find(isPresent);
		});
	}

	get status(): Scalar | undefined {
		return this.read('status', () => this.first('status'));
	}

	get instanceId(): Scalar | undefined {
		return this.read('instance', () => this.firstAnywhere('instanceid', 'instance'));
	}

	/** In seconds or milliseconds, or as text, as the event has it. */
	get timestamp(): Scalar | undefined {
		return this.read('timestamp', () => this.first('timestamp', 'messagetimestamp'));
	}

	/** The name of the event, which is around the message. */
	get eventName(): Scalar | undefined {
		return this.read('name', () => this.firstAnywhere('event', 'eventname', 'eventtype'));
	}

	/** The text or the caption; undefined if it has none. */
	get text(): string | undefined {
		const path = this.names.text;
		if (path !== '') return textIn(new Map([['text', this.named(path)]]));
		return this.own.map((fields) => textIn(fields)).find((each) => each !== undefined);
	}

	/** Reads a part under the user's name for it, or by itself. */
	private read(part: Part, find: () => unknown): Scalar | undefined {
		const path = this.names[part];
		return scalarOf(path === '' ? find() : this.named(path));
	}

	/** The first value at a path in the message, else in the event. */
	private named(path: string): unknown {
		return [this.record, this.event].flatMap((each) => valuesAt(each, path)).find(isPresent);
	}

	private first(...names: string[]): unknown {
		return firstIn(this.own, names);
	}

	private firstAnywhere(...names: string[]): unknown {
		return firstIn(this.own, names) ?? firstIn(this.around, names);
	}
}

/** The first field that is a text, a number or a boolean, or has an ID. */
function firstIn(places: Array<Map<string, unknown>>, names: string[]): Scalar | undefined {
	for (const fields of places) {
		const found = names.map((name) => scalarOf(fields.get(name))).find(isPresent);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Returns a text, a number or a boolean; of an object, its ID or, of a long number, its lower half. */
function scalarOf(value: unknown): Scalar | undefined {
	if (isObject(value)) {
		const { _serialized: serialized, id, low } = value;
		return [serialized, id, low]
			.map((each) => (isObject(each) ? undefined : scalarOf(each)))
			.find(isPresent);
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? (value as Scalar) : undefined;
}

/** What completes a message that is in two parts, e.g. its new status in `update`. A contained message does not. */
const COMPLETIONS = new Set([
	'data',
	'payload',
	'message',
	'msg',
	'update',
	'object',
	'attributes',
]);

/** Returns what completes a record: the objects under these names that have no chat of their own. */
export function completionsOf(record: Fields): Fields[] {
	return Object.keys(record).flatMap((name) => {
		const value = record[name];
		if (!isObject(value) || !COMPLETIONS.has(keyOf(name).plain)) return [];
		return chatIn(fieldsOf(value)) === undefined ? [value, ...completionsOf(value)] : [];
	});
}

/** Whether a message is an own one, also as the words of a direction. */
function directionOf(value: unknown): boolean | undefined {
	const read = booleanOf(value);
	if (read !== undefined || value === 1 || value === 0) return read ?? value === 1;
	if (typeof value !== 'string') return undefined;
	if (/^\s*(out|sent)/i.test(value)) return true;
	return /^\s*(in|receiv)/i.test(value) ? false : undefined;
}

function fromMeIn(fields: Map<string, unknown>): boolean | undefined {
	const id = fields.get('id');
	const inId = isObject(id) ? id.fromMe : undefined;
	return [fields.get('fromme'), fields.get('isfromme'), inId]
		.map(directionOf)
		.find((each) => each !== undefined);
}

/** The address of a chat under a name that says so. */
function chatIn(fields: Map<string, unknown>): Scalar | undefined {
	return ['remotejid', 'chatid', 'chat'].map((name) => scalarOf(fields.get(name))).find(isPresent);
}

/** The address of the chat: also who sent a received message, or to whom an own one was sent. */
function addressIn(
	fields: Map<string, unknown>,
	fromMe: boolean | undefined = fromMeIn(fields),
): Scalar | undefined {
	const chat = chatIn(fields) ?? scalarOf(fields.get(fromMe ? 'to' : 'from'));
	if (chat !== undefined || fromMe === undefined) return chat;
	return firstIn([fields], ['jid', 'phone', 'number']);
}

const has = (fields: Map<string, unknown>, ...names: string[]) =>
	names.some((name) => fields.has(name));

/**
 * What an object is by its fields: a message; a message or what is around it, if it has neither content nor direction;
 * a part of a message, whose chat is elsewhere or nowhere; undefined = something else.
 */
export function kindOf(
	record: Fields,
	names: EventNames,
): 'message' | 'envelope' | 'part' | undefined {
	const fields = fieldsOf(record);
	if (names.chat !== '' && valuesAt(record, names.chat).some(isPresent)) return 'message';
	if (fields.size === 0) return undefined;
	const isSure =
		has(fields, 'content', 'text', 'caption', 'conversation') ||
		typeof (fields.get('body') ?? fields.get('message')) === 'string' ||
		fromMeIn(fields) !== undefined;
	if (addressIn(fields) !== undefined) {
		if (isSure) return 'message';
		if (has(fields, 'id', 'messageid', 'type', 'messagetype', 'status', 'instanceid', 'instance'))
			return 'envelope';
		if (has(fields, 'timestamp', 'messagetimestamp')) return 'envelope';
		return chatIn(fields) === undefined ? undefined : 'part';
	}
	const isRecord = has(fields, 'instanceid', 'instance') && fields.has('status');
	const isPart = has(fields, 'content', 'messageid') || fromMeIn(fields) !== undefined || isRecord;
	return isPart ? 'part' : undefined;
}
