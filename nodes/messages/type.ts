import { textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';

/** The values that a service uses for the types of messages. */
export type TypeNames = FieldNames['message']['types'];

/** Usual words for the kinds of messages; the reference (section 2.9) only shows "text". */
const KINDS: Array<[string, RegExp]> = [
	['text', /^(text|chat|conversation|extended_?text(message)?)$/i],
	['video', /video|ptv|gif/i],
	['audio', /audio|voice|ptt/i],
	['image', /image|picture|photo/i],
	['sticker', /sticker/i],
	['document', /document|file|pdf|media/i],
];

/** Returns `text`, `image`, `video`, `audio`, `document` or `sticker`. @param types the user's names come first */
export function kindOfType(type: unknown, types: TypeNames): string | undefined {
	const text = textOf(type)?.toLowerCase();
	if (text === undefined) return undefined;
	const [own] = Object.entries(types).find(([, name]) => name.toLowerCase() === text) ?? [];
	return own ?? KINDS.find(([, pattern]) => pattern.test(text))?.[0];
}
