import { isWrittenAddress } from '../../phone/address';
import { editsOf, isLikeObject, parseUrl } from '../../shared/texts';
import { isObject } from '../../shared/values';
import { first, type Said, saidBy } from './fields';
import { TYPES } from './types';
import { nameOf } from './vocabulary';

const FILES: Array<string | undefined> = ['image', 'video', 'audio', 'document', 'sticker'];
export const isFileType = (word: unknown): boolean => FILES.includes(typeOfWord(word));
/** What happened to another message: it counts before the content that comes with it. */
const SPECIAL: Array<string | undefined> = ['deleted', 'reaction', 'edited'];
export const isSpecial = (word: string): boolean => SPECIAL.includes(typeOfWord(word));
const ORDER = Object.keys(TYPES);

/** A MIME type that names what a service puts into JSON, e.g. `application/vnd.example.reaction+json`. */
export const STRUCTURED = /^application\/vnd\.(?:[\w-]+\.)*([\w-]+)\+json$/;

/** Returns the type that a word of a service stands for, or a MIME type. */
export function typeOfWord(word: unknown): string | undefined {
	if (typeof word !== 'string') return undefined;
	const name = word.trim().replace(STRUCTURED, '$1');
	if (!name.includes('/')) return nameOf(name).type;
	const kind = FILES.find((each) => name.startsWith(`${each}/`));
	return kind ?? (name.startsWith('application/') ? 'document' : undefined);
}

/** Returns the type that a mistyped word, or one of another language, probably means. */
export const similarType = (word: string): string | undefined =>
	typeOfWord(word) === undefined ? ORDER.find((type) => editsOf(type, word.toLowerCase()) === 1) : undefined;

export interface Content {
	type?: string;
	/** What is under the name of the type. */
	value?: unknown;
	/** Nothing: neither content nor a word for a type. Word: the file may be elsewhere, or the event be about it. */
	found: 'nothing' | 'word' | 'content';
}

/**
 * Tells what a message contains: what is about another message comes before files, and these before a text.
 * @param typeWords the values of its type fields @param forced by the event's name or a flag
 * @param isMessage whether the event's name says that it is one: the URL of a file alone may be anything's
 */
export function contentOf(own: Said, typeWords: unknown[], forced: string | undefined, isMessage: boolean): Content {
	const order = (type?: string) => (ORDER.includes(String(type)) ? ORDER.indexOf(String(type)) : ORDER.length);
	const contents = (own.content ?? []).toSorted((one, other) => order(one.type) - order(other.type));
	const structural = contents[0]?.type;
	const named = structural === 'text' ? undefined : structural;
	const word = typeWords.map(typeOfWord).find((type) => type !== undefined && type !== 'text');
	const special = [forced, named, word].find((type) => SPECIAL.includes(type));
	const mime = first([own], 'mime', (value) =>
		String(value).includes('/') || isFileType(value) ? typeOfWord(value) : undefined,
	);
	const file = first([own], 'mediaUrl', typeOfUrl);
	const text = first([own], 'text', (value) => (isText(value) || isData(value) ? 'text' : undefined));
	const type = [special, word, forced, named, mime, file, text, structural].find((each) => each !== undefined);
	const isContent = [structural, mime, isMessage ? file : undefined, text].some((each) => each !== undefined);
	const found = isContent ? 'content' : word === undefined ? 'nothing' : 'word';
	return { type, value: contents.find((each) => each.type === type)?.value, found };
}

/** The endings of usual files, by type. */
const ENDINGS: Array<[type: string, ending: RegExp]> = [
	['image', /\.(jpe?g|png|gif|webp)$/i],
	['video', /\.(mp4|3gp|mov)$/i],
	['audio', /\.(og[ga]|opus|mp3|m4a|aac|amr|wav)$/i],
	['document', /\.(pdf|docx?|xlsx?|pptx?|csv|txt|zip)$/i],
];

/** Returns the type of the file at a URL, or at the first of a list. */
function typeOfUrl(value: unknown): string | undefined {
	const path = String(parseUrl(String([value].flat()[0]))?.pathname);
	return ENDINGS.find(([, ending]) => ending.test(path))?.[0];
}

/** Returns what a person wrote or chose: of a reaction nothing, of a deletion neither. */
export function writtenText(own: Said, { type, value }: Content): string | undefined {
	if (type === 'deleted' || type === 'reaction') return undefined;
	if (type === 'poll_vote') return optionsOf(value) ?? first([own], 'options', optionsOf);
	const isFile = FILES.includes(type);
	const isNoText = (each: string) => (isFile && isPlace(each)) || (type !== 'text' && isLikeObject(each));
	const text = (each: unknown) =>
		isText(each) && !isNoText(String(each)) && !isWrittenAddress(each) ? String(each) : undefined;
	const written = first([own], 'text', text);
	if (type === 'poll') return first([own], 'question', text) ?? written;
	if (type !== 'button_reply' && type !== 'list_reply') return written;
	const title = first([own], 'choice', text);
	return title ?? written ?? first([own], 'choiceId', text);
}

/** The emoji of a reaction: anything but the ID of the message that has it. */
export function reactionOf(own: Said, { value }: Content): string | undefined {
	const emoji = (each: unknown) => (typeof each === 'string' && !/^[\w=.:@-]{2,}$/.test(each) ? each : undefined);
	return emoji(value) ?? first([own], 'emoji', emoji) ?? first([own], 'text', emoji);
}

/** The options of a vote; in a result, which has all options, those that somebody chose. */
function optionsOf(value: unknown): string | undefined {
	if (!Array.isArray(value)) return typeof value === 'string' && !isData(value) ? value : undefined;
	const voters = (entry: unknown) =>
		isObject(entry)
			? Object.entries(entry).flatMap(([name, each]) => (/voters$/i.test(name) ? [each].flat() : []))
			: [];
	const chosen = value.filter((entry) => voters(entry).length > 0);
	const name = (entry: unknown) =>
		optionsOf(entry) ?? (isObject(entry) ? first([saidBy({ content: entry })], 'option', optionsOf) : undefined);
	return (chosen.length > 0 ? chosen : value).map(name).filter(Boolean).join(', ') || undefined;
}

/** A person writes numbers, too. */
const isText = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !isData(value));

/** Whether a text is bytes of a file. A long laugh or a long word has no capital letters and digits in it. */
export function isData(text: unknown): boolean {
	if (typeof text !== 'string') return false;
	if (/^(data:[^,]*;base64,|BEGIN:VCARD)/.test(text)) return true;
	const start = text.slice(0, 512);
	return /^[\w+/=\r\n-]{64,}$/.test(start) && [/[A-Z]/, /[a-z]/, /\d/].every((each) => each.test(start));
}

/** Whether a text beside a file says where it is: a URL, or a path with the ending of a file. */
const isPlace = (text: string) => /^(https?:\/\/\S{1,4000}|\S{0,4000}\/\S{0,200}\.\w{2,5})$/.test(text);
