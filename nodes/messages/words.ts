import { plainName } from '../shared/looseValues';
import { AROUND_FLAGS, FLAGS, GROUP, MARKS, OBJECTS, TYPES } from './names';

/** Returns the names of a list in a table. */
export const namesOf = (list: string): string[] => list.trim().split(/\s+/);

/** Returns a map from each name of a table to what it is listed under; the first one counts. */
export const byName = <Key extends string>(table: Record<Key, string>) =>
	new Map((Object.keys(table) as Key[]).reverse().flatMap((key) => namesOf(table[key]).map((name) => [name, key])));

/** Where a field is: in the message, around messages, in its content, or in an object about somebody or something. */
export type Place = keyof typeof OBJECTS | 'around' | 'other';

const TYPE_OF_NAME = byName(TYPES);
const PLACE_OF_NAME: Map<string, Place> = byName(OBJECTS);
/** Returns a pattern for any name of a list. */
export const anyOf = (list: string): string => `(?:${namesOf(list).join('|')})`;
const AROUND = `${anyOf(AROUND_FLAGS)}*`;
/** `updatedAt` is in each record of a database. */
const FLAG_NAME = new RegExp(`^(?!.*updatedat$)${AROUND}${anyOf(FLAGS)}(?:${anyOf(FLAGS)}|${anyOf(AROUND_FLAGS)})*$`);
const NEWS_NAME = new RegExp(`^${AROUND}(deleted|revoked|edited|reaction)${AROUND}$`);
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
	const isMedia = ['image', 'video', 'audio'].includes(kind);
	return part === undefined ? TYPE_OF_NAME.get(bareName(plainWord(kind))) : isMedia ? kind : 'document';
}

/** What happened to another message: it counts before the content that comes with it. */
export const isSpecial = (type?: string): boolean => ['deleted', 'reaction', 'edited'].includes(type ?? '');

/** What the name of a field, or a word, says by itself. */
export type Name = ReturnType<typeof readName>;

function readName(key: string) {
	const plain = plainName(key);
	// No flag is longer.
	const short = plain.slice(0, 40);
	const bare = bareName(plain);
	const type = TYPE_OF_NAME.get(bare);
	const place = PLACE_OF_NAME.get(plain);
	const isContent = type !== undefined || PLACE_OF_NAME.get(bare) === 'content';
	return {
		plain,
		bare,
		/** What an object of this name is about, or that it is content. */
		place: place ?? (isContent ? 'content' : undefined),
		/** The type of an object with this name. What is only called "contact" may be the person who wrote. */
		type: place === undefined && !/^contacts?$/.test(plain) ? type : undefined,
		/** What happened to another message, by this name. */
		news: TYPE_OF_NAME.get(NEWS_NAME.exec(short)?.[1] ?? ''),
		isFlag: FLAG_NAME.test(short),
		isMark: MARK_NAMES.has(plain),
		isOfGroup: GROUP_PARTS.some((part) => plain.includes(part)),
		/** What is said of a chat is its kind: a private chat is a direct one. */
		isOfChat: /chat|conversation/.test(plain),
	};
}

/** Names that were read; strangers may send any number of other ones. */
const known = new Map<string, Name>();
const MAX_KNOWN = 5_000;

/** Returns what the name of a field, or a word, says by itself. */
export function nameOf(key: string): Name {
	const name = known.get(key) ?? readName(key);
	if (known.size < MAX_KNOWN && key.length <= 40) known.set(key, name);
	return name;
}
