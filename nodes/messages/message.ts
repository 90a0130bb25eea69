import type { FieldNames } from '../transport/credentials/fieldNames';
import { booleanOf, isObject } from '../shared/plainValues';
import { type Address, readAddress } from './address';
import { fieldsOf, isPresent, keyOf, type MessageFields, Place, plainName, valuesAt } from './keys';
import { rawTypeOf, textIn } from './text';

/** The user's names for the parts of a message; an empty one is found by itself. */
export type EventNames = FieldNames['event'];

type Part = Exclude<keyof EventNames, 'message'>;

type Scalar = string | number | boolean;

/** A message of an event, or a record of a response. Each part is read when it is asked for. */
export class EventMessage {
	private completions: Place[] | undefined;

	/**
	 * @param event the whole event or response
	 * @param place the message in it; undefined if there is none
	 * @param around the innermost object that contains it
	 * @param kind what the message is by its fields
	 */
	constructor(
		private readonly event: unknown,
		private readonly place: Place | undefined,
		private readonly around: Place | undefined,
		private readonly names: EventNames,
		private readonly kind?: Kind,
	) {}

	/** The message as the event has it; undefined if there is none. */
	get record() {
		return this.place?.record;
	}

	/** The address of the chat as the event has it. */
	get chatId(): Scalar | undefined {
		return this.read('chat', () => {
			for (const { fields } of this.own()) {
				const chat = addressIn(fields, this.fromMe);
				if (chat !== undefined) return chat;
			}
			return firstOf(this.outside(), chatIn);
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
		return firstOf(this.own(), fromMeIn) ?? firstOf(this.outside(), fromMeIn);
	}

	get messageId(): Scalar | undefined {
		return this.read('id', () => this.first('messageid', 'id'));
	}

	get type(): Scalar | undefined {
		return this.read('type', () => {
			const given = this.first('type', 'messagetype');
			return given ?? firstOf(this.own(), (fields) => rawTypeOf(fields.get('message')));
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
		return firstOf(this.own(), (fields) => textIn(fields));
	}

	/** The message and then what completes it, e.g. in `update`; inside an envelope, what is inside comes first. */
	private *own(): Generator<Place> {
		if (this.place === undefined) return;
		const completions = () => (this.completions ??= completionsOf(this.place!));
		if (this.kind === 'envelope') yield* [...completions()].reverse();
		yield this.place;
		if (this.kind !== 'envelope') yield* completions();
	}

	/** The objects around the message, from the inside out. */
	private *outside(): Generator<Place> {
		for (let place = this.around; place; place = place.parent) yield place;
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

	private first(...names: string[]): Scalar | undefined {
		return firstOf(this.own(), (fields) => firstIn(fields, names));
	}

	private firstAnywhere(...names: string[]): Scalar | undefined {
		return this.first(...names) ?? firstOf(this.outside(), (fields) => firstIn(fields, names));
	}
}

/** The first value that a function finds in the fields of places. */
function firstOf<Value>(
	places: Iterable<Place>,
	find: (fields: MessageFields) => Value | undefined,
): Value | undefined {
	for (const { fields } of places) {
		const value = find(fields);
		if (value !== undefined) return value;
	}
	return undefined;
}

/** The first field that is a text, a number or a boolean, or has an ID. */
function firstIn(fields: MessageFields, names: string[]): Scalar | undefined {
	for (const name of names) {
		const value = scalarOf(fields.get(name));
		if (value !== undefined) return value;
	}
	return undefined;
}

/** What a value that is an object stands for: its ID, or the lower half of a long number. */
const VALUES_OF_OBJECTS = ['serialized', 'id', 'low'];

/** Returns a text, a number or a boolean, also if it is that of an object. */
function scalarOf(value: unknown): Scalar | undefined {
	if (isScalar(value)) return value;
	if (!isObject(value)) return undefined;
	const scalars = Object.entries(value).filter((entry): entry is [string, Scalar] =>
		isScalar(entry[1]),
	);
	const found = VALUES_OF_OBJECTS.map((name) => scalars.find(([key]) => plainName(key) === name));
	return found.find(isPresent)?.[1];
}

const isScalar = (value: unknown): value is Scalar =>
	typeof value === 'string'
		? value !== ''
		: typeof value === 'number' || typeof value === 'boolean';

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

/** How deep they may be in each other. */
const MAX_COMPLETIONS = 4;

/** Returns what completes a record: the objects under these names that have no chat of their own. */
export function completionsOf(place: Place, depth = 0): Place[] {
	if (depth > MAX_COMPLETIONS) return [];
	return Object.keys(place.record).flatMap((name) => {
		const value = place.record[name];
		if (!isObject(value) || !COMPLETIONS.has(keyOf(name).plain)) return [];
		const inside = new Place(value, place);
		return chatIn(inside.fields) === undefined ? [inside, ...completionsOf(inside, depth + 1)] : [];
	});
}

/** Whether a message is an own one, also as the words of a direction. */
function directionOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (value === 1 || value === 0) return value === 1;
	if (typeof value !== 'string') return undefined;
	if (/^\s*(out|sent)/i.test(value)) return true;
	return /^\s*(in|receiv)/i.test(value) ? false : booleanOf(value);
}

function fromMeIn(fields: MessageFields): boolean | undefined {
	const own = directionOf(fields.get('fromme')) ?? directionOf(fields.get('isfromme'));
	const id = fields.get('id');
	return own ?? (isObject(id) ? directionOf(fieldsOf(id).get('fromme')) : undefined);
}

/** The address of a chat under a name that says so. */
function chatIn(fields: MessageFields): Scalar | undefined {
	return firstIn(fields, ['remotejid', 'chatid', 'chat']);
}

/** The address of the chat: also who sent a received message, or to whom an own one was sent. */
function addressIn(fields: MessageFields, fromMe: boolean | undefined): Scalar | undefined {
	const chat = chatIn(fields) ?? scalarOf(fields.get(fromMe ? 'to' : 'from'));
	if (chat !== undefined || fromMe === undefined) return chat;
	return firstIn(fields, ['jid', 'phone', 'number']);
}

/** The statuses of instances (reference, section 3). */
const isOfInstance = (status: unknown) =>
	/^(connected|disconnected|connecting|error)$/i.test(String(status));

/**
 * What an object is by its fields: a message; a message or what is around it, if it has neither content nor direction;
 * a part of a message, whose chat is elsewhere or nowhere.
 */
export type Kind = 'message' | 'envelope' | 'part';

/** Returns what an object is; undefined = something else. */
export function kindOf({ record, fields }: Place, names: EventNames): Kind | undefined {
	if (names.chat !== '' && valuesAt(record, names.chat).some(isPresent)) return 'message';
	if (fields.size === 0) return undefined;
	const has = (...each: string[]) => each.some((name) => fields.has(name));
	const fromMe = fromMeIn(fields);
	if (addressIn(fields, fromMe) !== undefined) {
		const hasText = typeof (fields.get('body') ?? fields.get('message')) === 'string';
		if (fromMe !== undefined || hasText || has('content', 'text', 'caption', 'conversation'))
			return 'message';
		if (has('id', 'messageid', 'type', 'messagetype', 'status')) return 'envelope';
		if (has('instanceid', 'instance', 'timestamp', 'messagetimestamp')) return 'envelope';
		return chatIn(fields) === undefined ? undefined : 'part';
	}
	if (fromMe !== undefined || has('content', 'messageid')) return 'part';
	if (!fields.has('status')) return undefined;
	const isOfMessage = fields.has('id') && !isOfInstance(fields.get('status'));
	return isOfMessage || has('instanceid', 'instance') ? 'part' : undefined;
}
