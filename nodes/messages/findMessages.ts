import { type Fields, isObject } from '../shared/plainValues';
import { keyOf, valuesAt } from './keys';
import { completionsOf, EventMessage, type EventNames, kindOf } from './message';

/** Levels of objects and lists around a message. */
const MAX_DEPTH = 24;

/** Objects and lists that are searched: several times those of an event of 5 MB. */
const MAX_PLACES = 500_000;

/** What a part of an event contains. */
interface Found {
	messages: EventMessage[];
	/** Whether the address of their chat is missing. */
	isPart: boolean;
	depth: number;
}

/**
 * Finds the messages of an event, which the reference does not show (section 6), by their fields: anywhere in it,
 * through objects and lists, but never one that another message contains or refers to.
 *
 * @param names the user's names; `message` is a path to the message or the list of messages
 * @returns one for each entry of a list of messages, else one; its record is undefined if the event has no message
 */
export function messagesIn(event: unknown, names: EventNames): EventMessage[] {
	const around = isObject(event) ? [event, ...completionsOf(event)] : [];
	const messages =
		names.message === ''
			? new Search(event, names).run()
			: valuesAt(event, names.message)
					.flat(MAX_DEPTH)
					.filter(isObject)
					.map((record) => new EventMessage(event, record, around, names));
	return messages.length > 0 ? messages : [new EventMessage(event, undefined, around, names)];
}

/** Returns the message in a record of a response; the record itself if it is not recognized. */
export function messageOf(record: Fields, names: EventNames): EventMessage {
	const [found] = messagesIn(record, { ...names, message: '' });
	return found?.record ? found : new EventMessage(record, record, [], names);
}

class Search {
	private left = MAX_PLACES;

	constructor(
		private readonly event: unknown,
		private readonly names: EventNames,
	) {}

	run(): EventMessage[] {
		return this.find(this.event, [], 0)?.messages ?? [];
	}

	private find(value: unknown, around: Fields[], depth: number): Found | undefined {
		this.left -= 1;
		if (depth > MAX_DEPTH || this.left < 0) return undefined;
		if (Array.isArray(value)) return this.findInList(value, around, depth);
		if (!isObject(value)) return undefined;
		const kind = kindOf(value, this.names);
		const inside =
			kind === 'message' ? undefined : this.findInside(value, around, depth, kind !== undefined);
		if (inside || kind === undefined) return inside;
		return { messages: [this.message(value, around)], isPart: kind === 'part', depth };
	}

	/** An entry without a message is a message that was not recognized: it must not be lost. */
	private findInList(list: unknown[], around: Fields[], depth: number): Found | undefined {
		const found = list.map((each) => this.find(each, around, depth + 1));
		if (found.every((each) => each === undefined)) return undefined;
		const messages = found.flatMap((each, index) => {
			const entry = list[index];
			return (
				each?.messages ?? [this.message(undefined, isObject(entry) ? [...around, entry] : around)]
			);
		});
		return {
			messages,
			isPart: found.every((each) => each === undefined || each.isPart),
			depth: depth + 1,
		};
	}

	/** Of several places with messages, one counts: the others may be what the message refers to. */
	private findInside(
		value: Fields,
		around: Fields[],
		depth: number,
		isEnvelope: boolean,
	): Found | undefined {
		let best: (Found & { isWrapper: boolean }) | undefined;
		const inside = [...around, value];
		for (const name of Object.keys(value)) {
			const child = value[name];
			if (typeof child !== 'object' || child === null) continue;
			const { plain, isReference, isWrapper } = keyOf(name);
			if (isReference || plain === 'key' || (isEnvelope && !isWrapper)) continue;
			const found = this.find(child, inside, depth + 1);
			if (found && (best === undefined || isBetter({ ...found, isWrapper }, best)))
				best = { ...found, isWrapper };
		}
		return best;
	}

	private message(record: Fields | undefined, around: Fields[]): EventMessage {
		return new EventMessage(this.event, record, around, this.names);
	}
}

type Candidate = Found & { isWrapper: boolean };

function isBetter(one: Candidate, other: Candidate): boolean {
	if (one.isPart !== other.isPart) return other.isPart;
	if (one.isWrapper !== other.isWrapper) return one.isWrapper;
	return one.depth < other.depth;
}
