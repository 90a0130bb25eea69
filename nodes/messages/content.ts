import { textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { first, type Said } from './fields';
import { TYPES } from './names';
import { typeOfWord } from './words';

const FILES = ['image', 'video', 'audio', 'document', 'sticker'];
export const isFileType = (word: unknown): boolean => FILES.includes(typeOfWord(word) ?? '');
const ORDER = Object.keys(TYPES);

/** Returns the type of a message in the one vocabulary. @param types the user's names come first */
export function kindOfType(type: unknown, types: Partial<FieldNames['types']>): string | undefined {
	const given = textOf(type)?.toLowerCase();
	const own = Object.entries(types).find(([, name]) => name.toLowerCase() === given)?.[0];
	return own === 'voice' ? 'audio' : (own ?? typeOfWord(given));
}

/**
 * Tells what a message contains: what is about another message, else what a word or a name says, else a text;
 * undefined if nothing that somebody wrote is found. @param words the values of type fields
 */
export function contentOf(own: Said, words: unknown[], types: Partial<FieldNames['types']>): string | undefined {
	const said = words.map((word) => kindOfType(word, types));
	const isSaid = (type: string) => said.includes(type) || own.content?.some((each) => each.type === type) === true;
	const [named] = ORDER.filter((type) => type !== 'text' && isSaid(type));
	return named ?? first([own], 'mime', typeOfWord) ?? (first([own], 'text', textIn) === undefined ? undefined : 'text');
}

/** Returns what a person wrote or chose; of a reaction, its emoji. */
export function writtenText(own: Said, type = ''): string | undefined {
	if (type === 'deleted') return undefined;
	const isChoice = ['button_reply', 'list_reply', 'poll_vote'].includes(type);
	return (isChoice ? first([own], 'choice', textIn) : undefined) ?? first([own], 'text', textIn);
}

/** A person writes numbers, too, but no bytes of a file. Several options may be chosen. */
function textIn(value: unknown): string | undefined {
	if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join(', ') || undefined;
	const isText = (typeof value === 'string' && value.trim() !== '' && !isData(value)) || typeof value === 'number';
	return isText ? String(value) : undefined;
}

/** Whether a text is bytes of a file. A long laugh or a long word has no capital letters and digits in it. */
function isData(text: string): boolean {
	if (/^(data:[^,]*;base64,|BEGIN:VCARD)/.test(text)) return true;
	const start = text.slice(0, 512);
	return /^[\w+/=\r\n-]{64,}$/.test(start) && [/[A-Z]/, /[a-z]/, /\d/].every((each) => each.test(start));
}
