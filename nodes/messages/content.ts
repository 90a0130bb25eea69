import { textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { first, type FieldValues } from './fields';
import { TYPES } from './names';
import { typeOfWord } from './words';

const FILES = ['image', 'video', 'audio', 'document', 'sticker'];
/** Whether a word stands for a type of files. */
export const isFileType = (word: unknown): boolean => FILES.includes(typeOfWord(word) ?? '');
const ORDER = Object.keys(TYPES);

/** Returns the type of a message in the one vocabulary. @param types the user's names come first */
export function kindOfType(type: unknown, types: Partial<FieldNames['types']>): string | undefined {
	const word = textOf(type)?.toLowerCase();
	const userType = Object.entries(types).find(([, name]) => name.toLowerCase() === word)?.[0];
	return userType === 'voice' ? 'audio' : (userType ?? typeOfWord(word));
}

/**
 * Returns the type of what a message contains: a change of another message, else the type by a word or a name, else
 * text; undefined if nothing that somebody wrote is found. @param words the values of type fields
 */
export function contentOf(
	recordValues: FieldValues,
	words: unknown[],
	types: Partial<FieldNames['types']>,
): string | undefined {
	const wordTypes = words.map((word) => kindOfType(word, types));
	const hasType = (type: string) =>
		wordTypes.includes(type) || recordValues.content?.some((entry) => entry.type === type) === true;
	const [contentType] = ORDER.filter((type) => type !== 'text' && hasType(type));
	return (
		contentType ??
		first([recordValues], 'mime', typeOfWord) ??
		(first([recordValues], 'text', textIn) === undefined ? undefined : 'text')
	);
}

/** Returns what a person wrote or chose; of a reaction, its emoji. */
export function writtenText(recordValues: FieldValues, type = ''): string | undefined {
	if (type === 'deleted') return undefined;
	const isChoice = ['button_reply', 'list_reply', 'poll_vote'].includes(type);
	return (isChoice ? first([recordValues], 'choice', textIn) : undefined) ?? first([recordValues], 'text', textIn);
}

/** Returns the text that a value is: a person writes numbers, too, but no bytes of a file, and may choose options. */
function textIn(value: unknown): string | undefined {
	if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join(', ') || undefined;
	const isText = (typeof value === 'string' && value.trim() !== '' && !isData(value)) || typeof value === 'number';
	return isText ? String(value) : undefined;
}

/** Whether a text is bytes of a file. A long laugh or a long word has no capital letters and digits in it. */
function isData(text: string): boolean {
	if (/^(data:[^,]*;base64,|BEGIN:VCARD)/.test(text)) return true;
	const start = text.slice(0, 512);
	return /^[\w+/=\r\n-]{64,}$/.test(start) && [/[A-Z]/, /[a-z]/, /\d/].every((pattern) => pattern.test(start));
}
