import { isObject } from '../../nodes/shared/values';
import { messagesIn } from '../../nodes/messages/findMessages';
import { valuesAt } from '../../nodes/messages/keys';
import { directionOf } from '../../nodes/messages/parts';
import { DEFAULT_FIELD_NAMES } from '../../nodes/transport/credentials/fieldNames';
import { wordsOf } from '../names/roles';
import type { Names } from '../names/fieldNames';
import { isUsable } from './paths';

/** Reads a delivered event: which of its values are parts of a message, by the values themselves. */

interface Leaf {
	path: string[];
	value: unknown;
}

/** What is known of a message that an event is about. */
export interface OwnMessage {
	/** Text that no other message has. */
	mark: string;
	/** What may be its ID, the most likely one first. */
	ids: string[];
	/** Digits of the number of the chat. */
	number: string;
	instance?: string;
	type?: string;
}

/** The parts of a message at their paths in an event; lists have no part in a path. */
export type EventParts = Partial<Record<'chat' | 'fromMe' | 'text' | 'id' | 'instance' | 'type', string>>;

/** What an event shows of a message, and which parts can be nothing else. */
export interface OwnParts {
	parts: EventParts;
	proved: Set<string>;
}

const MAX_LEAVES = 2_000;
/** Names that the trigger finds by itself, without case, "_" and "-". */
const FOUND: Record<keyof EventParts, RegExp> = {
	chat: /^(key\.)?(remotejid|chatid|chat(\.id)?|from|to)$/,
	fromMe: /^(key\.)?((is)?fromme|isoutgoing|direction)$/,
	text: /^(content|text|body|caption|content\.(text|caption|body)|text\.body|message\.(conversation|extendedtextmessage\.text))$/,
	id: /^(key\.)?(id|messageid)$/,
	instance: /(^|\.)instance(id)?$/,
	type: /^(message)?type$/,
};
const ADDRESS = /^[^\s@]+@(g\.us|s\.whatsapp\.net|c\.us|lid)$/;

function leavesOf(value: unknown, path: string[] = [], into: Leaf[] = []): Leaf[] {
	if (into.length >= MAX_LEAVES || path.length > 24) return into;
	if (Array.isArray(value)) for (const each of value) leavesOf(each, path, into);
	else if (isObject(value)) for (const [name, each] of Object.entries(value)) leavesOf(each, [...path, name], into);
	else into.push({ path, value });
	return into;
}

/** Names and types of an event, without values. */
export function eventShape(event: unknown): string[] {
	const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);
	const lines = leavesOf(event)
		.filter(({ path }) => isUsable(path.join('.')) || path.length === 0)
		.map(({ path, value }) => `\`${path.join('.')}\` ${typeOf(value)}`);
	return [...new Set(lines)].slice(0, 60);
}

/**
 * The parts of the event of a message that the probe sent, by what it sent. A value at one place alone proves the part:
 * elsewhere, the same value may mean something else. The text is unique.
 */
export function ownParts(event: unknown, own: OwnMessage): OwnParts | undefined {
	const leaves = leavesOf(event);
	const placesOf = (is: (value: unknown, path: string[]) => boolean) => {
		const paths = leaves.filter(({ value, path }) => is(value, path)).map(({ path }) => path.join('.'));
		return [...new Set(paths)].filter(isUsable);
	};
	const text = placesOf((value) => typeof value === 'string' && value.includes(own.mark));
	if (text.length === 0) return undefined;
	const valueOf = (wanted?: string) => placesOf((value) => wanted !== undefined && String(value) === wanted);
	const isNumber = (value: unknown) => String(value).replace(/@.*/, '') === own.number;
	const places = {
		text: text.slice(0, 1),
		id: own.ids.map(valueOf).find((each) => each.length > 0) ?? [],
		chat: placesOf(isNumber),
		fromMe: placesOf((value, path) => saysOwn(value, path)),
		instance: valueOf(own.instance),
		type: valueOf(own.type),
	};
	const isOnly = ([part, paths]: [string, string[]]) => paths.length === 1 || (part !== 'instance' && part !== 'type');
	const all = Object.entries(places);
	const parts = all.map((each) => [each[0], isOnly(each) ? each[1][0] : undefined]);
	const proved = all.filter(([part, { length }]) => length === 1 && part !== 'fromMe' && part !== 'type');
	return { parts: Object.fromEntries(parts) as EventParts, proved: new Set(proved.map(([part]) => part)) };
}

/** Whether a value says that a message is an own one, as the trigger reads it. */
const saysOwn = (value: unknown, path: string[]) =>
	(value === true && looksOwn(path)) || (/direction$/i.test(path.at(-1) ?? '') && directionOf(value) === true);

const looksOwn = (path: string[]) =>
	wordsOf(path.at(-1) ?? '').some((word) => /^(me|own|self|mine|sent|outgoing|mim|eu|propria|proprio|mio)$/.test(word));

/** What looks like the parts of a message in the event of a test. */
export function likelyParts(event: unknown): EventParts {
	const leaves = leavesOf(event).filter(({ path }) => isUsable(path.join('.')));
	const find = (is: (value: unknown, path: string[]) => boolean) =>
		leaves.find(({ value, path }) => is(value, path))?.path.join('.');
	return {
		chat: find((value) => typeof value === 'string' && ADDRESS.test(value)),
		fromMe: find((value, path) => typeof value === 'boolean' && looksOwn(path)),
		text: find((value) => typeof value === 'string' && /\s/.test(value)),
		id: find((value, path) => typeof value === 'string' && /^(id|messageid)$/i.test(path.at(-1)!)),
	};
}

/**
 * Returns the names of an event that the trigger does not find by itself.
 *
 * @param parts at their paths in the event
 */
export function eventNames(parts: EventParts, event: unknown): Names {
	const entries = Object.entries(parts).filter(([, path]) => path !== undefined);
	// The instance may be around the message.
	const inside = entries.filter(([part]) => part !== 'instance' && part !== 'type');
	const paths = inside.map(([, path]) => path.split('.'));
	if (paths.length < 2) return {};
	let depth = 0;
	while (paths.every((path) => path.length > depth + 1 && path[depth] === paths[0]![depth])) depth += 1;
	const names: Names = {};
	for (const [part, path] of entries) {
		const prefix = [...paths[0]!.slice(0, depth), ''].join('.');
		const inner = path.startsWith(prefix) ? path.slice(prefix.length) : path;
		const plain = inner.replace(/[_-]/g, '').toLowerCase();
		if (!FOUND[part as keyof EventParts].test(plain)) names[`event.${part}`] = inner;
	}
	if (depth > 0 && !isFound(event, names, parts)) names['event.message'] = paths[0]!.slice(0, depth).join('.');
	return names;
}

/** Whether the trigger finds the message with these names, without its place. */
function isFound(event: unknown, names: Names, parts: EventParts): boolean {
	const own = Object.entries(names).map(([key, name]) => [key.replace('event.', ''), name]);
	const valueAt = (path?: string) => (path === undefined ? undefined : valuesAt(event, path)[0]);
	const [chat, text] = [valueAt(parts.chat), valueAt(parts.text)];
	const all = messagesIn(event, { ...DEFAULT_FIELD_NAMES.event, ...Object.fromEntries(own) });
	return all.some((each) => each.text === text && (chat === undefined || each.chatId === chat));
}
