import { isGiven, isPresent, isScalar, plainName, scalarOf, timeOf, valueAtPath } from '../shared/looseValues';
import { textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { contentOf, writtenText } from './content';
import { readNames, type Says } from './eventName';
import { first, saidBy, type Silent, valuesOf } from './fields';
import { inChat, isMentionedBy, peopleOf, phoneOf } from './people';
import { type FoundRecord, recordsIn } from './records';
import { isSpecial, typeOfWord } from './words';

/** What the user says about events. */
export type EventNames = Pick<FieldNames, 'event' | 'events' | 'ignore' | 'types'>;

/** What an event is. `unknown`: something is missing, so nobody must be able to answer it by mistake. */
export type Kind = 'message' | 'ownMessage' | 'reaction' | 'status' | 'connection' | 'other' | 'unknown';

/** Kinds that have an address: a message that somebody wrote, and what a user chose by name. */
export const ADDRESSED: Kind[] = ['message', 'ownMessage', 'reaction', 'status'];

/** A message or another event: what it is, and what it says. */
export type EventMessage = ReturnType<typeof readMessage>;

/** Returns the messages of an event, and one entry for each other kind of event in it. */
export function messagesIn(event: unknown, names: EventNames): EventMessage[] {
	const once = new Set<Kind>();
	const silent = silentIn(names);
	return recordsIn(event, names.event, silent)
		.map((found) => readMessage(event, found, names, { silent }))
		.filter(({ kind }) => ADDRESSED.includes(kind) || (!once.has(kind) && once.add(kind)));
}

/** Fields to which the user's paths lead say only what the user says. */
function silentIn({ event, ignore }: EventNames): Silent {
	const parts = Object.values(event).flatMap((path) => path.split('.'));
	const silent: Silent = new Map(parts.map((part) => [plainName(part.trim()), 'itself']));
	for (const name of ignore) silent.set(plainName(name), 'nothing');
	return silent;
}

/** Tells what a record of an event is, and what it says. @param chat the address of the chat, if it is known */
export function readMessage(
	event: unknown,
	{ record, around, isHistory }: FoundRecord,
	given: EventNames,
	{ chat, silent }: { chat?: string; silent?: Silent } = {},
) {
	const own = saidBy(record, 'own', silent);
	const places = [own, ...around];
	const named = (part: Exclude<keyof EventNames['event'], 'message'>) => valueAtPath(given.event[part], record, event);
	const partOf = (role: 'id' | 'status' | 'instance' | 'timestamp', said = [own]) =>
		scalarOf(named(role)) ?? first(said, role, scalarOf);
	const { names, says, foreign, flag } = readNames(places, named('name'), given);
	const words = [named('type'), ...valuesOf(own, 'type')];
	const status = partOf('status');
	const namedText = named('text');
	// What the name of the event or the status says comes first.
	const news = [says, status].map(typeOfWord).find(isSpecial);
	const type = news ?? contentOf(own, words, given.types) ?? (namedText === undefined ? undefined : 'text');
	const content = type ?? first([own], 'body', (value) => isGiven(value) && 'body');
	const found = peopleOf(places, { fromMe: named('fromMe'), chat: named('chat') }, says);
	const people = chat === undefined ? found : inChat(found, chat);
	const text = isScalar(namedText) ? String(namedText) : writtenText(own, content);
	const parts = {
		event,
		record,
		eventNames: names,
		content,
		status,
		...people,
		messageId: partOf('id'),
		phone: phoneOf(own, people, chat),
		author: first([own], 'author', scalarOf),
		senderName: first([own], 'senderName', textOf),
		text: content === 'reaction' ? undefined : text,
		reaction: content === 'reaction' ? (first([own], 'emoji', textOf) ?? text) : undefined,
		type: type ?? scalarOf(words.find(isPresent)),
		quotedMessageId: first([own], 'quoted', scalarOf),
		instanceId: partOf('instance', places),
		time: timeOf(partOf('timestamp', places)),
		sentBy: people.fromMe === true ? first(places, 'sentBy', senderOf) : undefined,
		isMentioned: isMentionedBy(places, text),
	};
	const [name = ''] = names;
	// In the order in which a hint tells them, with the name or the field that says so.
	const lacks = {
		history: isHistory && name,
		name: foreign,
		type: flag,
		content: content === undefined && name,
		fromMe: people.fromMe === undefined && name,
		group: people.sign,
		chat: people.chat === undefined && name,
		flag: places.flatMap((each) => each.flag ?? [])[0]?.name,
	};
	const [part, by] = Object.entries(lacks).find(([, each]) => typeof each === 'string') ?? [];
	const missing = part === undefined ? part : { part, by: String(by) };
	return { kind: kindOf(parts, says, missing), ...parts, missing };
}

const senderOf = (by: unknown) =>
	by === true || by === 'api' ? 'api' : by === false || by === 'app' ? 'app' : undefined;

/** Tells what an event is; the first line that fits counts. */
function kindOf(
	{ content, fromMe, status }: { content?: string; fromMe?: boolean; status?: unknown },
	says?: Says,
	missing?: unknown,
): Kind {
	if (says === 'connection') return says;
	if (says === 'status' || content === 'deleted' || content === 'edited') return 'status';
	if (content === 'reaction') return content;
	if (says === 'other' || (says === 'foreign' && fromMe === true)) return 'other';
	if (says === 'foreign') return 'unknown';
	if (content === undefined) return status !== undefined && fromMe !== false ? 'status' : 'unknown';
	return fromMe === true ? 'ownMessage' : missing === undefined ? 'message' : 'unknown';
}
