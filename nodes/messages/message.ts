import { isGiven, scalarOf, statusOf, valueAtPath } from '../shared/looseValues';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { type Content, contentOf, typeOfWord } from './fields/content';
import { first, type Said, saidBy, valuesOf } from './fields/fields';
import { ADDRESSED, type Kind, kindOf, LATE, SENT } from './kinds';
import { detailsOf, type Named } from './details';
import { inChat, peopleOf, phoneOf } from './people/people';
import { eventIn, eventNamesOf, plainWord, type Says } from './eventNames';
import { type Around, type FoundRecord, recordsIn } from './records';

export type EventNames = FieldNames['event'];

/** A message or another event: what it is, and what it says. */
export type EventMessage = ReturnType<typeof readMessage>;

/** Returns the messages of an event, and one entry for each other kind of event in it, of those that pass. */
export function messagesIn(
	event: unknown,
	names: EventNames,
	passes: (message: EventMessage) => boolean = () => true,
): EventMessage[] {
	const messages: EventMessage[] = [];
	const once = new Set<Kind>();
	for (const found of recordsIn(event, names)) {
		const message = readMessage(event, found, names);
		const isRepeated = !ADDRESSED.includes(message.kind) && once.has(message.kind);
		once.add(message.kind);
		if (!isRepeated && passes(message)) messages.push(message);
	}
	return messages;
}

/** Tells what a record of an event is, and what it says. @param chat the address of the chat, if it is known */
export function readMessage(event: unknown, { record, around }: FoundRecord, names: EventNames, chat?: string) {
	const own = saidBy(record);
	const places = [own, ...around.said()];
	const named: Named = (part) => valueAtPath(names[part], record, event);
	const { eventNames, says } = eventOf(own, around, named('name'));
	const typeWords = [named('type'), ...valuesOf(own, 'type'), ...eventNames.flatMap(typesInName)];
	const status = scalarOf(named('status')) ?? first(places.slice(0, 2), 'status', statusOf);
	const word = plainWord(status);
	// From 3 on, the recipient has the message.
	const isAcknowledged = [3, 4, 5].includes(Number(first([own], 'ack', scalarOf)));
	const content = contentIn(places, says, typeWords, word);
	if (named('text') !== undefined) content.found = 'content';
	const isNoted = own.happened !== undefined && content.found === 'nothing';
	// A vote is in the chat of its poll; a reply in private may quote a message of a group.
	const isInGroup = ['poll_vote', 'reaction'].includes(String(content.type)) && own.quotedGroup !== undefined;
	const people = peopleOf(places, named, isInGroup ? { ...says, group: true } : says, {
		isSent: SENT.test(word),
		isLate: [says.late, isAcknowledged, LATE.test(word), isNoted].includes(true),
	});
	const messageId = scalarOf(named('id')) ?? first([own], 'id', scalarOf);
	const signs = { says, own, content, typeWords, word, isAcknowledged, messageId, ...people };
	const kind = typeof event === 'object' ? kindOf(signs) : 'other';
	const known = chat === undefined ? people : inChat(people, chat);
	return {
		kind,
		/** The whole event, in which the record is. */
		event,
		record,
		/** Its name, and the names of what is around it. */
		eventNames,
		content,
		messageId,
		status,
		...known,
		phone: phoneOf(places, known, chat),
		...detailsOf(places, named, content, known),
	};
}

/** Returns what a record contains: nothing if it was not written now, or is not to be answered. */
function contentIn(places: Said[], says: Says, typeWords: unknown[], word: string): Content {
	const [own = {}] = places;
	if (says.noMessage || isOldOrInternal(places)) return { found: 'nothing' };
	const forced = forcedType(says, own, word);
	return contentOf(own, typeWords, forced, says.message);
}

/** Returns the names of an event, and what they say. Most records have none of their own. */
function eventOf(own: Said, around: Around, named: unknown) {
	const name = typeof named === 'string' ? named : undefined;
	const isOwn = name !== undefined || eventNamesOf([own], []).length > 0;
	return isOwn ? eventIn([own, ...around.said()], around.path, name) : around.event();
}

/** What the name of an event, or a flag, says about a message whose content looks like any other. */
function forcedType(says: Says, own: Said, word: string): string | undefined {
	const stub = first([own], 'stub', scalarOf);
	const isDeleted =
		first([own], 'isDeleted', isGiven) ||
		stub === 1 ||
		[stub, word].some((each) => /^(deleted|revoke)/i.test(String(each)));
	if (says.deleted || isDeleted) return 'deleted';
	const isEdited = first([own], 'isEdit', isGiven);
	if (says.edited || isEdited) return 'edited';
	if (says.reaction) return 'reaction';
	return says.poll_vote ? 'poll_vote' : undefined;
}

/** The name of an event about a message may say its type: `message.location`. */
const typesInName = (name: string): string[] => {
	const parts = name.split(/[.:/]/);
	const message = parts.findIndex((part) => /message|msg/i.test(part));
	return message < 0 ? [] : parts.slice(message + 1).filter((part) => typeOfWord(part) !== undefined);
};

const isOldOrInternal = (places: Said[]): boolean =>
	(first(places, 'isOld', isGiven) ?? first(places, 'source', oldSource)) === true;

const oldSource = (source: unknown) =>
	/^(histor(y|ical)|backfill|import(ed)?|sync(ed)?|\w+[_-](history|sync))$/i.test(String(source)) || undefined;
