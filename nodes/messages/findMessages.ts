import { type Fields, isObject } from '../shared/values';
import { FIELD, keyOf, messageFieldsOf, Place, valuesAt } from './keys';
import { completionsOf, EventMessage, partsOf } from './message';
import { type EventNames, type Kind, kindOf } from './parts';

const MAX_DEPTH = 24;
/** Objects and lists that are searched: several times those of an event of 5 MB. */
const MAX_PLACES = 500_000;

interface Found {
	messages: EventMessage[];
	isPart: boolean;
	depth: number;
	/** Whether it is under the name of something that is around a message. */
	isWrapped?: boolean;
}

/**
 * Finds the messages of an event by their fields (reference, section 6), but none that another contains or refers to.
 * @returns one per entry of a list of messages, else one; without a record if there is none
 */
export function messagesIn(event: unknown, names: EventNames): EventMessage[] {
	const source = { event, names };
	const root = isObject(event) ? new Place(event, undefined) : undefined;
	const records = names.message === '' ? [] : valuesAt(event, names.message).flat(MAX_DEPTH).filter(isObject);
	const named = records.map((record) => new EventMessage(source, record, root));
	// Another event of the same service may have its message elsewhere.
	const messages = named.length > 0 ? named : (new Search(source).find(event, undefined, 0)?.messages ?? []);
	if (messages.length > 0) return messages;
	return [new EventMessage(source, undefined, root && (completionsOf(root).at(-1) ?? root))];
}

/** Returns the parts of a record's message, and the record as `raw`; the record itself if it has none of them. */
export function simplifiedRecord(record: unknown, names: EventNames): Fields {
	if (!isObject(record)) return { value: record };
	const source = { event: record, names: { ...names, message: '' } };
	const [found] = messagesIn(record, source.names);
	// What is not recognized is read as a message.
	const message = found?.record ? found : new EventMessage(source, record, undefined);
	const parts = partsOf(message);
	return Object.keys(parts).length === 0 ? record : { ...parts, raw: record };
}

class Search {
	private left = MAX_PLACES;
	private readonly fields = messageFieldsOf({});

	constructor(private readonly source: { event: unknown; names: EventNames }) {}

	find(value: unknown, around: Place | undefined, depth: number): Found | undefined {
		if (typeof value !== 'object' || value === null) return undefined;
		this.left -= 1;
		if (depth > MAX_DEPTH || this.left < 0) return undefined;
		if (Array.isArray(value)) return this.findInList(value, around, depth);
		const record = value as Fields;
		const { names } = this.source;
		let isTelling = names.chat !== '';
		let hasInside = false;
		// Inherited names do no harm here, and `Object.keys` would create a list for each object.
		for (const name in record) {
			const key = keyOf(name);
			const inside = record[name];
			const isInside = typeof inside === 'object' && inside !== null;
			hasInside ||= isInside;
			isTelling ||= isInside ? key.field >= 0 : key.isTelling;
		}
		const fields = isTelling ? messageFieldsOf(record, this.fields) : undefined;
		const kind = fields && kindOf(record, fields, names);
		const isSearched = hasInside && kind !== 'message';
		const place = isSearched ? new Place(record, around) : undefined;
		const inside = place && this.findInside(place, depth, kind);
		if (inside || kind === undefined) return inside;
		const message = new EventMessage(this.source, record, around, kind);
		return { messages: [message], isPart: kind !== 'message' && kind !== 'envelope', depth };
	}

	/** An entry without a message is a message that was not recognized: it must not be lost. */
	private findInList(list: unknown[], around: Place | undefined, depth: number): Found | undefined {
		const unrecognized = (entry: unknown) => {
			const place = isObject(entry) ? new Place(entry, around) : around;
			return new EventMessage(this.source, undefined, place);
		};
		let messages: EventMessage[] | undefined;
		let isPart = true;
		for (let index = 0; index < list.length; index += 1) {
			const found = this.find(list[index], around, depth + 1);
			isPart &&= found?.isPart !== false;
			if (found === undefined) messages?.push(unrecognized(list[index]));
			else if (messages) for (const each of found.messages) messages.push(each);
			else messages = [...list.slice(0, index).map(unrecognized), ...found.messages];
		}
		return messages && { messages, isPart, depth: depth + 1 };
	}

	/** Of several places with messages, one counts: the others may be what it refers to. None, if they are alike. */
	private findInside(place: Place, depth: number, kind?: Kind): Found | undefined {
		const { record } = place;
		const isClosed = kind === 'envelope' || kind === 'part';
		let best: Found | undefined;
		let isUnclear = false;
		for (const name in record) {
			const child = record[name];
			if (typeof child !== 'object' || child === null) continue;
			const { plain, isReference, isWrapper } = keyOf(name);
			if (isReference || plain === 'key' || (isClosed && !isWrapper)) continue;
			if (isClosed && plain === 'content' && this.isContent(child)) continue;
			const found = this.find(child, place, depth + 1);
			// A part under any other name may belong to what the message refers to.
			if (found === undefined || (found.isPart && !isWrapper)) continue;
			// Beside the status of a message, what has no direction may be a person or a request.
			if (kind === 'status' && !isWrapper && found.messages.some(({ fromMe }) => fromMe === undefined)) continue;
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
		const fields = messageFieldsOf(value as Fields, this.fields);
		const kind = kindOf(value as Fields, fields, this.source.names);
		const { text, caption, body, conversation } = FIELD;
		const hasText = [text, caption, body, conversation].some((each) => typeof fields[each] === 'string');
		return hasText && kind !== 'message';
	}
}

function isBetter(one: Found, other: Found): boolean {
	if (one.isPart !== other.isPart) return other.isPart;
	if (one.isWrapped !== other.isWrapped) return one.isWrapped === true;
	return one.depth < other.depth;
}

function isSameDirection(one: Found, other: Found): boolean {
	return new Set([...one.messages, ...other.messages].map(({ fromMe }) => fromMe)).size === 1;
}
