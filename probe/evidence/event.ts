import { isObject } from '../../nodes/shared/values';
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
	id: string;
	/** Digits of the number of the chat. */
	number: string;
	instance?: string;
	type?: string;
}

/** The parts of a message at their paths in an event; lists have no part in a path. */
export type EventParts = Partial<Record<'chat' | 'fromMe' | 'text' | 'id' | 'instance' | 'type', string>>;

const MAX_LEAVES = 2_000;
/** Names that the trigger finds by itself, without case, "_" and "-". */
const FOUND: Record<keyof EventParts, RegExp> = {
	chat: /^(key\.)?(remotejid|chatid|chat(\.id)?|from|to)$/,
	fromMe: /^(key\.)?fromme$/,
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

/** The parts of the event of a message that the probe sent, by what it sent. */
export function ownParts(event: unknown, { mark, id, number, instance, type }: OwnMessage): EventParts | undefined {
	const leaves = leavesOf(event);
	const find = (is: (value: unknown, path: string[]) => boolean) =>
		leaves.find(({ value, path }) => isUsable(path.join('.')) && is(value, path))?.path.join('.');
	const text = find((value) => typeof value === 'string' && value.includes(mark));
	if (text === undefined) return undefined;
	/** The only path with a value: the same value elsewhere may mean something else. */
	const only = (wanted?: string) => {
		const paths = leaves.filter(({ value }) => value === wanted).map(({ path }) => path.join('.'));
		return wanted !== undefined && new Set(paths).size === 1 && isUsable(paths[0]!) ? paths[0] : undefined;
	};
	return {
		text,
		id: find((value) => value === id),
		chat: find((value) => typeof value === 'string' && value.replace(/@.*/, '') === number),
		fromMe: find((value, path) => value === true && looksOwn(path)),
		instance: only(instance),
		type: only(type),
	};
}

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
export function eventNames(parts: EventParts): Names {
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
	// Its place only has to be told if the message is not recognized by its chat.
	if ('event.chat' in names && depth > 0) names['event.message'] = paths[0]!.slice(0, depth).join('.');
	return names;
}
