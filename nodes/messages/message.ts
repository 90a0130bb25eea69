import type { IDataObject } from 'n8n-workflow';
import { type Fields, isObject } from '../shared/values';
import { type Address, readAddress } from './address';
import { FIELD, isPresent, keyOf, type MessageFields, Place, valuesAt } from './keys';
import {
	addressIn,
	chatIn,
	directionOf,
	type EventNames,
	firstIn,
	fromMeIn,
	isScalar,
	type Kind,
	PARTS,
	rawTypeOf,
	type Scalar,
	scalarOf,
	textIn,
	textOfValue,
} from './parts';

type Part = Exclude<keyof EventNames, 'message'>;

/** A message of an event, or a record of a response. Each part is read when it is asked for. */
export class EventMessage {
	private ownPlaces: Place[] | undefined;

	/** @param record undefined if none was found @param around the object around it @param kind by its fields */
	constructor(
		private readonly source: { event: unknown; names: EventNames },
		readonly record: Fields | undefined,
		private readonly around: Place | undefined,
		private readonly kind?: Kind,
	) {}

	get chatId(): Scalar | undefined {
		return this.read('chat', () => {
			const { fromMe } = this;
			const own = firstOf(this.own, (fields) => addressIn(fields, fromMe));
			return own ?? firstOf(this.outside, chatIn);
		});
	}

	get address(): Address | undefined {
		return readAddress(this.chatId);
	}

	/** Whether the connected account sent the message; undefined if the event does not say so. */
	get fromMe(): boolean | undefined {
		return directionOf(this.named('fromMe')) ?? firstOf(this.own, fromMeIn) ?? firstOf(this.outside, fromMeIn);
	}

	get messageId(): Scalar | undefined {
		return this.read('id', () => this.first(PARTS.id));
	}

	get type(): Scalar | undefined {
		return this.read('type', () => {
			const raw = (fields: MessageFields) => rawTypeOf(fields[FIELD.message]);
			return this.first(PARTS.type) ?? firstOf(this.own, raw);
		});
	}

	get status(): Scalar | undefined {
		return this.read('status', () => this.first(PARTS.status));
	}

	get instanceId(): Scalar | undefined {
		const instanceIn = (fields: MessageFields) => firstIn(fields, PARTS.instance);
		return this.read('instance', () => this.first(PARTS.instance) ?? firstOf(this.outside, instanceIn));
	}

	/** In seconds or milliseconds, or as text, as the event has it. */
	get timestamp(): Scalar | undefined {
		return this.read('timestamp', () => this.first(PARTS.timestamp));
	}

	/** The name of the event, which is around the message. */
	get eventName(): Scalar | undefined {
		const scalarIn = (places: number[]) => (fields: MessageFields) =>
			firstIn(fields, places, (value) => (isScalar(value) ? value : undefined));
		return this.read('name', () => {
			const named = firstOf([...this.own, ...this.outside], scalarIn(PARTS.event));
			return named ?? firstOf(this.outside, scalarIn([FIELD.type]));
		});
	}

	get text(): string | undefined {
		return textOfValue(this.named('text')) ?? firstOf(this.own, (fields) => textIn(fields));
	}

	/** The message and then what completes it, e.g. in `update`; inside an envelope, what is inside comes first. */
	private get own(): Place[] {
		if (this.ownPlaces) return this.ownPlaces;
		const place = this.record && new Place(this.record, this.around);
		const places = place ? [place, ...completionsOf(place)] : [];
		return (this.ownPlaces = this.kind === 'envelope' ? places.reverse() : places);
	}

	private get outside(): Place[] {
		const places: Place[] = [];
		for (let place = this.around; place; place = place.parent) places.push(place);
		return places;
	}

	/** Reads a part at the user's path for it, or else by itself: responses and other events may have other names. */
	private read(part: Part, find: () => unknown): Scalar | undefined {
		return scalarOf(this.named(part)) ?? scalarOf(find());
	}

	/** The first value at the user's path for a part, if there is one: in the message, else in the event. */
	private named(part: Part): unknown {
		const path = this.source.names[part];
		const places = path === '' ? [] : [this.record, this.source.event];
		return places.flatMap((each) => valuesAt(each, path)).find(isPresent);
	}

	private first(places: number[]): Scalar | undefined {
		return firstOf(this.own, (fields) => firstIn(fields, places));
	}
}

function firstOf<Value>(places: Place[], find: (fields: MessageFields) => Value | undefined): Value | undefined {
	for (const { fields } of places) {
		const value = find(fields);
		if (value !== undefined) return value;
	}
	return undefined;
}

const MAX_COMPLETIONS = 4;

/** Returns what completes a record: the objects under usual names that have no chat of their own. */
export function completionsOf(place: Place, depth = 0): Place[] {
	const found: Place[] = [];
	if (depth > MAX_COMPLETIONS) return found;
	for (const name of Object.keys(place.record)) {
		const value = place.record[name];
		if (!isObject(value) || !keyOf(name).isCompletion) continue;
		const inside = new Place(value, place);
		if (chatIn(inside.fields) !== undefined) continue;
		found.push(inside);
		// Not in one call: strangers decide how many there are.
		for (const each of completionsOf(inside, depth + 1)) found.push(each);
	}
	return found;
}

/** Returns the parts that a message has, under the names that all operations and the trigger use. */
export function partsOf(message: EventMessage): IDataObject {
	const { address, timestamp } = message;
	return present({
		messageId: message.messageId,
		chatId: message.chatId,
		phone: address?.phone && `+${address.phone}`,
		status: message.status,
		text: message.text,
		type: message.type,
		fromMe: message.fromMe,
		isGroup: address?.kind && address.kind === 'group',
		instanceId: message.instanceId,
		timestamp,
		date: dateOf(timestamp),
	});
}

export function present(fields: IDataObject): IDataObject {
	const given: IDataObject = {};
	for (const name in fields) if (fields[name] !== undefined) given[name] = fields[name];
	return given;
}

/** The possible units of a timestamp in ms: below 1e11 seconds, below 1e14 milliseconds, and so on. */
const UNITS = [1000, 1, 1e-3, 1e-6];

/** Returns a timestamp as ISO 8601. The reference (section 2.9) does not show its unit, so the size decides. */
function dateOf(timestamp: Scalar | undefined): string | undefined {
	const text = String(timestamp);
	const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
	const length = UNITS.find((_, power) => (number ?? 0) < 1e11 * 1000 ** power) ?? NaN;
	const date = new Date(number === undefined ? Date.parse(text) : number * length);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
