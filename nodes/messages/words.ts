import { plainName } from '../shared/looseValues';
import { AROUND_FLAGS, FLAGS, GROUP, MARKS, OBJECTS, TYPES } from './names';

/** Returns the names of a list in a table. */
export const namesOf = (list: string): string[] => list.trim().split(/\s+/);

/** Returns a map from each name of a table to what it is listed under; the first one counts. */
export const byName = <Key extends string>(table: Record<Key, string>) =>
	new Map((Object.keys(table) as Key[]).reverse().flatMap((key) => namesOf(table[key]).map((name) => [name, key])));

/** The place of a field: the message, a wrapper of messages, its content, or an object about somebody or something. */
export type Place = keyof typeof OBJECTS | 'wrapper' | 'other';

const TYPE_OF_NAME = byName(TYPES);
const PLACE_OF_NAME: Map<string, Place> = byName(OBJECTS);
/** Returns a pattern for any name of a list. */
export const anyOf = (list: string): string => `(?:${namesOf(list).join('|')})`;
const AROUND = `${anyOf(AROUND_FLAGS)}*`;
/** `updatedAt` is in each record of a database. */
const FLAG_NAME = new RegExp(`^(?!.*updatedat$)${AROUND}${anyOf(FLAGS)}(?:${anyOf(FLAGS)}|${anyOf(AROUND_FLAGS)})*$`);
const CHANGE_NAME = new RegExp(`^${AROUND}(deleted|revoked|edited|reaction)${AROUND}$`);
const MARK_NAMES = new Set(namesOf(MARKS));
const GROUP_PARTS = namesOf(GROUP);

/** Returns the name of an event, or a word, without case and signs. */
export const plainWord = (value: unknown): string =>
	typeof value === 'string' ? value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') : '';

/** Returns the words of a name, and the name as one word; none of a sentence. */
export const wordsIn = (text: string): string[] =>
	/^\S{1,60}$/.test(text)
		? [plainWord(text), ...text.split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).map(plainWord)]
		: [];

/** `imageMessage`, `extendedTextMessageData` and `viewOnceMessageV2Extension` are what is before "message". */
export const bareName = (plain: string): string => plain.replace(/(?<=.)message(data)?(v\d)?(extension)?$/, '');

/** Returns the type that a name of content, a word of a service or a MIME type stands for. */
export function typeOfWord(word: unknown): string | undefined {
	if (typeof word !== 'string') return undefined;
	const [kind = '', part] = word.trim().split('/');
	if (part === undefined) return TYPE_OF_NAME.get(bareName(plainWord(kind)));
	return ['image', 'video', 'audio'].includes(kind) ? kind : 'document';
}

/** Whether a type is what happened to another message, which counts before the content that comes with it. */
export const isChange = (type?: string): boolean => ['deleted', 'reaction', 'edited'].includes(type ?? '');

/** What is known of a field by its name alone, or of a word. */
export type Name = ReturnType<typeof readName>;

function readName(key: string) {
	const plain = plainName(key);
	// The names of flags are shorter.
	const short = plain.slice(0, 40);
	const bare = bareName(plain);
	const type = TYPE_OF_NAME.get(bare);
	const place = PLACE_OF_NAME.get(plain);
	const isContent = type !== undefined || PLACE_OF_NAME.get(bare) === 'content';
	return {
		plain,
		bare,
		/** The place inside an object of this name. */
		place: place ?? (isContent ? 'content' : undefined),
		/** The type of an object with this name. What is only called "contact" may be the person who wrote. */
		type: place === undefined && !/^contacts?$/.test(plain) ? type : undefined,
		/** What happened to another message, by this name. */
		change: TYPE_OF_NAME.get(CHANGE_NAME.exec(short)?.[1] ?? ''),
		isFlag: FLAG_NAME.test(short),
		isMark: MARK_NAMES.has(plain),
		isOfGroup: GROUP_PARTS.some((part) => plain.includes(part)),
		/** Whether the name is about a chat, whose words are its kind: a private chat is a direct one. */
		isOfChat: /chat|conversation/.test(plain),
	};
}

/** Names that were read; strangers may send any number of other ones. */
const namesRead = new Map<string, Name>();
const MAX_NAMES_READ = 5_000;

/** Reads the name of a field, or a word; see `Name`. */
export function nameOf(key: string): Name {
	const name = namesRead.get(key) ?? readName(key);
	if (namesRead.size < MAX_NAMES_READ && key.length <= 40) namesRead.set(key, name);
	return name;
}
