import { isObject } from '../shared/values';
import { type Address, readAddress } from './address';
import { type FieldName, isPresent, keyOf, type MessageFields, Place, valuesAt } from './keys';
import {
	addressIn,
	chatIn,
	directionOf,
	type EventNames,
	firstIn,
	fromMeIn,
	isScalar,
	type Kind,
	NAMES,
	rawTypeOf,
	type Scalar,
	scalarOf,
	textIn,
} from './parts';

type Part = Exclude<keyof EventNames, 'message'>;

/** A message of an event, or a record of a response. Each part is read when it is asked for. */
export class EventMessage {
	private ownPlaces: Place[] | undefined;

	/**
	 * @param event the whole event or response @param place the message in it, if one was found
	 * @param around the innermost object that contains it @param kind what the message is by its fields
	 */
	constructor(
		private readonly event: unknown,
		private readonly place: Place | undefined,
		private readonly around: Place | undefined,
		private readonly names: EventNames,
		private readonly kind?: Kind,
	) {}

	/** The message as the event has it; undefined if no message was found. */
	get record() {
		return this.place?.record;
	}

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
		const path = this.names.fromMe;
		if (path !== '') return directionOf(this.named(path));
		return firstOf(this.own, fromMeIn) ?? firstOf(this.outside, fromMeIn);
	}

	get messageId(): Scalar | undefined {
		return this.read('id', () => this.first(NAMES.id));
	}

	get type(): Scalar | undefined {
		return this.read('type', () => {
			const given = this.first(NAMES.type);
			return given ?? firstOf(this.own, (fields) => rawTypeOf(fields.message));
		});
	}

	get status(): Scalar | undefined {
		return this.read('status', () => this.first(NAMES.status));
	}

	get instanceId(): Scalar | undefined {
		const instanceIn = (fields: MessageFields) => firstIn(fields, NAMES.instance);
		return this.read('instance', () => firstOf([...this.own, ...this.outside], instanceIn));
	}

	/** In seconds or milliseconds, or as text, as the event has it. */
	get timestamp(): Scalar | undefined {
		return this.read('timestamp', () => this.first(NAMES.timestamp));
	}

	/** The name of the event, which is around the message. */
	get eventName(): Scalar | undefined {
		return this.read('name', () => {
			const named = ({ event, eventname, eventtype }: MessageFields) =>
				[event, eventname, eventtype].find(isScalar);
			const typed = ({ type }: MessageFields) => [type].find(isScalar);
			return firstOf([...this.own, ...this.outside], named) ?? firstOf(this.outside, typed);
		});
	}

	get text(): string | undefined {
		const path = this.names.text;
		if (path !== '') return textIn({ text: this.named(path) });
		return firstOf(this.own, (fields) => textIn(fields));
	}

	/** The message and then what completes it, e.g. in `update`; inside an envelope, what is inside comes first. */
	private get own(): Place[] {
		if (this.ownPlaces) return this.ownPlaces;
		const places = this.place ? [this.place, ...completionsOf(this.place)] : [];
		return (this.ownPlaces = this.kind === 'envelope' ? places.reverse() : places);
	}

	/** The objects around the message, from the inside out. */
	private get outside(): Place[] {
		const places: Place[] = [];
		for (let place = this.around; place; place = place.parent) places.push(place);
		return places;
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

	private first(names: FieldName[]): Scalar | undefined {
		return firstOf(this.own, (fields) => firstIn(fields, names));
	}
}

/** The first value that a function finds in the fields of places. */
function firstOf<Value>(
	places: Place[],
	find: (fields: MessageFields) => Value | undefined,
): Value | undefined {
	for (const { fields } of places) {
		const value = find(fields);
		if (value !== undefined) return value;
	}
	return undefined;
}

/** What completes a message that is in two parts, e.g. its new status in `update`. A contained message does not. */
const COMPLETIONS = /^(data|payload|message|msg|update|object|attributes)$/;

const MAX_COMPLETIONS = 4;

/** Returns what completes a record: the objects under these names that have no chat of their own. */
export function completionsOf(place: Place, depth = 0): Place[] {
	if (depth > MAX_COMPLETIONS) return [];
	return Object.keys(place.record).flatMap((name) => {
		const value = place.record[name];
		if (!isObject(value) || !COMPLETIONS.test(keyOf(name).plain)) return [];
		const inside = new Place(value, place);
		return chatIn(inside.fields) === undefined ? [inside, ...completionsOf(inside, depth + 1)] : [];
	});
}
