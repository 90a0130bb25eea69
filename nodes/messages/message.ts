import { isGiven, isPresent, isScalar, plainName, scalarOf, timeOf, valueAtPath } from '../shared/looseValues';
import { textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { contentOf, writtenText } from './content';
import { readNames, type Meaning } from './eventName';
import { first, readFields, type Silent, valuesOf } from './fields';
import { inChat, isMentionedBy, peopleOf, phoneOf } from './people';
import { DELIVERY_STATES } from './names';
import { type EventRecord, recordsIn } from './records';
import { isChange, namesOf, plainWord, typeOfWord } from './words';

/** What the user has entered about events in Field Names. */
export type EventNames = Pick<FieldNames, 'event' | 'events' | 'ignore' | 'types'>;

/** What an event is. `unknown`: something is missing, so nobody must be able to answer it by mistake. */
export type Kind = 'message' | 'ownMessage' | 'reaction' | 'status' | 'connection' | 'other' | 'unknown';

/** Kinds that have an address: a message that somebody wrote, and what a user chose by name. */
export const ADDRESSED: Kind[] = ['message', 'ownMessage', 'reaction', 'status'];

/** A message or another event: its kind, and its parts. */
export type EventMessage = ReturnType<typeof readMessage>;

/** Returns the messages of an event, what may be one, and one entry for each other kind of event in it. */
export function messagesIn(event: unknown, names: EventNames): EventMessage[] {
	const kindsSeen = new Set<Kind>();
	const silent = silentIn(names);
	return recordsIn(event, names.event, silent)
		.map((eventRecord) => readMessage(event, eventRecord, names, { silent }))
		.filter(({ kind, content }) => {
			const mayBeMessage = ADDRESSED.includes(kind) || (kind === 'unknown' && content !== undefined);
			return mayBeMessage || (!kindsSeen.has(kind) && kindsSeen.add(kind));
		});
}

/** Fields to which the user's paths lead say only what the user says. */
function silentIn({ event, ignore }: EventNames): Silent {
	const parts = Object.values(event).flatMap((path) => path.split('.'));
	const silent: Silent = new Map(parts.map((part) => [plainName(part.trim()), 'itself']));
	for (const name of ignore) silent.set(plainName(name), 'nothing');
	return silent;
}

/** Reads the kind and the parts of a record of an event. @param chat the address of the chat, if it is known */
export function readMessage(
	event: unknown,
	{ record, wrappers, isHistory, isOnly }: EventRecord,
	userNames: EventNames,
	{ chat, silent }: { chat?: string; silent?: Silent } = {},
) {
	const recordValues = readFields(record, 'message', silent);
	const sources = [recordValues, ...wrappers];
	const userValue = (part: Exclude<keyof EventNames['event'], 'message'>) =>
		valueAtPath(userNames.event[part], record, event);
	const partOf = (role: 'id' | 'status' | 'instance' | 'timestamp', objects = [recordValues]) =>
		scalarOf(userValue(role)) ?? first(objects, role, scalarOf);
	const { names, meaning, unlistedName, flagField } = readNames(sources, userValue('name'), userNames);
	const words = [userValue('type'), ...valuesOf(recordValues, 'type')];
	const status = partOf('status');
	const userText = userValue('text');
	// The name of the event and the status come first.
	const change = [meaning, status].map(typeOfWord).find(isChange);
	const type =
		change ?? contentOf(recordValues, words, userNames.types) ?? (userText === undefined ? undefined : 'text');
	const content = type ?? first([recordValues], 'body', (value) => isGiven(value) && 'body');
	const eventPeople = peopleOf(sources, { fromMe: userValue('fromMe'), chat: userValue('chat') }, meaning);
	const people = chat === undefined ? eventPeople : inChat(eventPeople, chat);
	const text = isScalar(userText) ? String(userText) : writtenText(recordValues, content);
	const parts = {
		/** Where a file may be beside the message: nowhere if the event has several messages. */
		surroundings: isOnly ? event : undefined,
		record,
		eventNames: names,
		content,
		status,
		...people,
		messageId: partOf('id'),
		phone: phoneOf(recordValues, people, chat),
		author: first([recordValues], 'author', scalarOf),
		senderName: first([recordValues], 'senderName', textOf),
		text: content === 'reaction' ? undefined : text,
		reaction: content === 'reaction' ? (first([recordValues], 'emoji', textOf) ?? text) : undefined,
		type: type ?? scalarOf(words.find(isPresent)),
		quotedMessageId: first([recordValues], 'quoted', scalarOf),
		instanceId: partOf('instance', sources),
		time: timeOf(partOf('timestamp', sources)),
		sentBy: people.fromMe === true ? first(sources, 'sentBy', senderOf) : undefined,
		isMentioned: isMentionedBy(sources, text),
	};
	const [name = ''] = names;
	// In the order in which a hint names them, with the name of the event or the field that is the reason.
	const missingParts = {
		history: isHistory && name,
		name: unlistedName,
		type: flagField,
		content: content === undefined && name,
		fromMe: people.fromMe === undefined && name,
		group: people.sign,
		chat: people.chat === undefined && name,
		flag: sources.flatMap((source) => source.flag ?? [])[0]?.name,
	};
	const [part, by] = Object.entries(missingParts).find(([, reason]) => typeof reason === 'string') ?? [];
	const missing = part === undefined ? part : { part, by: String(by) };
	return { kind: kindOf(parts, meaning, missing), ...parts, missing };
}

/** Returns by what an own message was sent, from a flag or a word. */
function senderOf(value: unknown) {
	if (value === true || value === 'api') return 'api';
	return value === false || value === 'app' ? 'app' : undefined;
}

const STATES = new Set(namesOf(DELIVERY_STATES));

/** Decides the kind of an event; the first line that fits counts. */
function kindOf(
	{ content, fromMe, status }: { content?: string; fromMe?: boolean; status?: unknown },
	meaning?: Meaning,
	missing?: unknown,
): Kind {
	if (meaning === 'connection') return meaning;
	if (meaning === 'status' || content === 'deleted' || content === 'edited') return 'status';
	if (content === 'reaction') return content;
	if (meaning === 'other' || (meaning === 'unlisted' && fromMe === true)) return 'other';
	if (meaning === 'unlisted') return 'unknown';
	if (content === undefined) {
		const isState = fromMe === true ? status !== undefined : fromMe === undefined && STATES.has(plainWord(status));
		return isState ? 'status' : 'unknown';
	}
	if (fromMe === true) return 'ownMessage';
	return missing === undefined ? 'message' : 'unknown';
}
