import { type Fields, isObject } from '../shared/values';
import { keyOf, Place, valuesAt } from './keys';
import { completionsOf, EventMessage } from './message';
import { chatIn, type EventNames, type Kind, kindOf } from './parts';

const MAX_DEPTH = 24;

/** Objects and lists that are searched: several times those of an event of 5 MB. */
const MAX_PLACES = 500_000;

interface Found {
	messages: EventMessage[];
	/** Whether the address of their chat is missing. */
	isPart: boolean;
	depth: number;
	/** Whether it is under the name of something that is around a message. */
	isWrapped?: boolean;
}

/**
 * Finds the messages of an event, which the reference does not show (section 6), by their fields: anywhere in it, but
 * never one that another message contains or refers to.
 * @param names `message` is a path to the message or the list of messages
 * @returns one for each entry of a list of messages, else one; its record is undefined if the event has no message
 */
export function messagesIn(event: unknown, names: EventNames): EventMessage[] {
	const search = new Search(event, names);
	const messages = names.message === '' ? search.run() : search.follow(names.message);
	return messages.length > 0 ? messages : [search.nothing()];
}

/** Returns the message in a record of a response; the record itself if it is not recognized. */
export function messageOf(record: Fields, names: EventNames): EventMessage {
	const [found] = messagesIn(record, { ...names, message: '' });
	return found?.record
		? found
		: new EventMessage(record, new Place(record, undefined), undefined, names);
}

class Search {
	private left = MAX_PLACES;

	constructor(
		private readonly event: unknown,
		private readonly names: EventNames,
	) {}

	run(): EventMessage[] {
		return this.find(this.event, undefined, 0)?.messages ?? [];
	}

	follow(path: string): EventMessage[] {
		const around = this.root();
		return valuesAt(this.event, path)
			.flat(MAX_DEPTH)
			.filter(isObject)
			.map((record) => this.message(new Place(record, around), around));
	}

	/** What stands for the message of an event without one: only what is around it can be read. */
	nothing(): EventMessage {
		const root = this.root();
		return this.message(undefined, root && (completionsOf(root).at(-1) ?? root));
	}

	private root(): Place | undefined {
		return isObject(this.event) ? new Place(this.event, undefined) : undefined;
	}

	private find(value: unknown, around: Place | undefined, depth: number): Found | undefined {
		this.left -= 1;
		if (depth > MAX_DEPTH || this.left < 0) return undefined;
		if (Array.isArray(value)) return this.findInList(value, around, depth);
		if (!isObject(value)) return undefined;
		const place = new Place(value, around);
		const kind = kindOf(place, this.names);
		// A chat may be around its messages.
		const isChat = kind === 'part' && chatIn(place.fields) !== undefined;
		const isClosed = kind !== undefined && !isChat;
		const inside = kind === 'message' ? undefined : this.findInside(place, depth, isClosed);
		if (inside || kind === undefined) return inside;
		return { messages: [this.message(place, around, kind)], isPart: kind === 'part', depth };
	}

	/** An entry without a message is a message that was not recognized: it must not be lost. */
	private findInList(list: unknown[], around: Place | undefined, depth: number): Found | undefined {
		const found = list.map((each) => this.find(each, around, depth + 1));
		const recognized = found.filter((each) => each !== undefined);
		if (recognized.length === 0) return undefined;
		const messages: EventMessage[] = [];
		for (const [index, entry] of list.entries()) {
			const place = isObject(entry) ? new Place(entry, around) : around;
			const inside = found[index]?.messages ?? [this.message(undefined, place)];
			for (const each of inside) messages.push(each);
		}
		return { messages, isPart: recognized.every(({ isPart }) => isPart), depth: depth + 1 };
	}

	/** Of several places with messages, one counts: the others may be what it refers to. None, if they are alike. */
	private findInside(place: Place, depth: number, isEnvelope: boolean): Found | undefined {
		const { record } = place;
		let best: Found | undefined;
		let isUnclear = false;
		for (const name of Object.keys(record)) {
			const child = record[name];
			if (typeof child !== 'object' || child === null) continue;
			const { plain, isReference, isWrapper } = keyOf(name);
			if (isReference || plain === 'key' || (isEnvelope && !isWrapper)) continue;
			if (isEnvelope && plain === 'content' && this.isContent(child)) continue;
			const found = this.find(child, place, depth + 1);
			// A part under any other name may belong to what the message refers to.
			if (found === undefined || (found.isPart && !isWrapper)) continue;
			found.isWrapped = isWrapper;
			if (best && !isBetter(found, best) && !isBetter(best, found)) {
				isUnclear ||= !isSameDirection(found, best);
			} else if (best === undefined || isBetter(found, best)) {
				best = found;
				isUnclear = false;
			}
		}
		return isUnclear ? undefined : best;
	}

	/** Whether an object is the content of a message: it has a text, and is no message itself. */
	private isContent(value: object): boolean {
		const place = new Place(value as Fields, undefined);
		const kind = kindOf(place, this.names);
		const { text, caption, body, conversation } = place.fields;
		const hasText = [text, caption, body, conversation].some((each) => typeof each === 'string');
		return hasText && kind !== 'message' && kind !== 'envelope';
	}

	private message(place: Place | undefined, around: Place | undefined, kind?: Kind): EventMessage {
		return new EventMessage(this.event, place, around, this.names, kind);
	}
}

function isBetter(one: Found, other: Found): boolean {
	if (one.isPart !== other.isPart) return other.isPart;
	if (one.isWrapped !== other.isWrapped) return one.isWrapped === true;
	return one.depth < other.depth;
}

function isSameDirection(one: Found, other: Found): boolean {
	const directions = new Set([...one.messages, ...other.messages].map(({ fromMe }) => fromMe));
	return directions.size === 1;
}
