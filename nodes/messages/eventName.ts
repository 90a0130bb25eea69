import { isScalar } from '../shared/looseValues';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { kindOfType } from './content';
import { type FieldValues, valuesOf } from './fields';
import { EVENTS, MESSAGE_WORDS, NO_MESSAGE } from './names';
import { anyOf, bareName, byName, isChange, nameOf, namesOf, plainWord, wordsIn } from './words';

/** What the name of an event means. */
export type Meaning = keyof typeof EVENTS;

const MEANING_OF_NAME = byName(EVENTS);
const ORDER = Object.keys(EVENTS) as Meaning[];
const MESSAGE_NAME = new RegExp(`^${anyOf(MESSAGE_WORDS)}{1,8}$`);
const NO_MESSAGE_WORDS = new Set(namesOf(NO_MESSAGE));

/** Returns the meaning of the name of an event: by the exact names, else by the words of which it consists. */
function meaningOf(name: string): Meaning {
	const plain = plainWord(name);
	const exactMeaning = MEANING_OF_NAME.get(plain);
	if (exactMeaning !== undefined) return exactMeaning;
	if (!MESSAGE_NAME.test(plain)) return 'unlisted';
	if (/sen[dt]|out|self/.test(plain)) return 'sent';
	return /in|receive/.test(plain) ? 'received' : 'message';
}

/** No name is longer; strangers may send any text. */
const MAX_LENGTH = 100;
/** The form of a name: words without digits and spaces, which IDs, URLs and sentences have. */
const NAME = /^\p{L}+([._:-]\p{L}+)*$/u;

/**
 * Reads the names of an event, and what they mean: unless all bring messages, none does. The user's names come first.
 * @param sources the values of the record, then of its wrappers @param valueAtPath the value at the user's path
 */
export function readNames(
	sources: FieldValues[],
	valueAtPath: unknown,
	{ types, events }: Pick<FieldNames, 'types' | 'events'>,
) {
	const [recordValues = {}, ...wrappers] = sources;
	const userMeanings = new Map(Object.entries(events).map(([name, meaning]) => [plainWord(name), meaning]));
	const textsOf = (objects: FieldValues[], role: 'event' | 'type' | 'unknown') =>
		objects
			.flatMap((object) => valuesOf(object, role))
			.filter(isScalar)
			.map((text) => String(text).slice(0, MAX_LENGTH));
	const wordsOf = (objects: FieldValues[]) =>
		textsOf(objects, 'type').filter((word) => {
			const type = kindOfType(word, types);
			return type === undefined || isChange(type);
		});
	// A text may be a name whatever its field is called. A type may have "message" at its end.
	const isName = (text: string) =>
		userMeanings.has(plainWord(text)) || (NAME.test(text) && /message|msg/.test(bareName(plainWord(text))));
	const isMessage = recordValues.chat !== undefined || recordValues.fromMe !== undefined;
	const recordWords = wordsOf([recordValues]);
	const eventTexts = [
		...textsOf(sources, 'event'),
		...wordsOf(wrappers),
		...(isMessage ? recordWords.filter(isName) : recordWords),
	];
	const texts = eventTexts.length > 0 ? eventTexts : textsOf(sources, 'unknown').filter(isName);
	const names = typeof valueAtPath === 'string' ? [valueAtPath] : texts;
	const meanings = names.map(meaningOf);
	if (recordWords.flatMap(wordsIn).some((word) => NO_MESSAGE_WORDS.has(word))) meanings.push('other');
	const userName = names.map(plainWord).find((name) => userMeanings.has(name)) ?? (names.length === 0 ? '' : undefined);
	const meaning = userMeanings.get(userName ?? '') ?? ORDER.find((candidate) => meanings.includes(candidate));
	const unlistedName = meaning === 'unlisted' ? names[meanings.indexOf('unlisted')] : undefined;
	const flagWord = recordWords.find((word) => nameOf(plainWord(word)).isFlag || plainWord(word) === 'group');
	const flagField = flagWord && (recordValues.type?.find(({ value }) => value === flagWord)?.name ?? flagWord);
	return { names, meaning, unlistedName, flagField };
}
