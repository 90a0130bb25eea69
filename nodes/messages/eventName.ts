import { isScalar } from '../shared/looseValues';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { kindOfType } from './content';
import { type Said, valuesOf } from './fields';
import { EVENTS, MESSAGE_WORDS, NO_MESSAGE } from './names';
import { anyOf, bareName, byName, isSpecial, nameOf, namesOf, plainWord, wordsIn } from './words';

/** What the name of an event says. */
export type Says = keyof typeof EVENTS;

const EVENT_OF_NAME = byName(EVENTS);
const ORDER = Object.keys(EVENTS) as Says[];
const MESSAGE_NAME = new RegExp(`^${anyOf(MESSAGE_WORDS)}{1,8}$`);
const NO_MESSAGE_WORDS = new Set(namesOf(NO_MESSAGE));

/** Returns what the name of an event says: by the exact names, else by the words of which it consists. */
function eventOf(name: string): Says {
	const plain = plainWord(name);
	const direction = /sen[dt]|out|self/.test(plain) ? 'sent' : /in|receive/.test(plain) ? 'received' : 'message';
	return EVENT_OF_NAME.get(plain) ?? (MESSAGE_NAME.test(plain) ? direction : 'foreign');
}

/** No name is longer; strangers may send any text. */
const MAX_LENGTH = 100;
/** Words without digits and spaces: no ID, no URL, no sentence. */
const NAME = /^\p{L}+([._:-]\p{L}+)*$/u;

/**
 * Tells what the names of an event say. Unless all bring messages, they bring none; the user's names come first.
 * @param places what the record says, then what is around it @param named what the user's path for the name leads to
 */
export function readNames(places: Said[], named: unknown, { types, events }: Pick<FieldNames, 'types' | 'events'>) {
	const [own = {}, ...around] = places;
	const given = new Map(Object.entries(events).map(([name, says]) => [plainWord(name), says]));
	const textsOf = (said: Said[], role: 'event' | 'type' | 'unknown') =>
		said
			.flatMap((each) => valuesOf(each, role))
			.filter(isScalar)
			.map((text) => String(text).slice(0, MAX_LENGTH));
	const wordsOf = (said: Said[]) =>
		textsOf(said, 'type').filter((word) => {
			const type = kindOfType(word, types);
			return type === undefined || isSpecial(type);
		});
	// Whatever its field is called. A type may have "message" at its end.
	const isName = (text: string) =>
		given.has(plainWord(text)) || (NAME.test(text) && /message|msg/.test(bareName(plainWord(text))));
	const isMessage = own.chat !== undefined || own.fromMe !== undefined;
	const ownWords = wordsOf([own]);
	const stated = [...textsOf(places, 'event'), ...wordsOf(around), ...(isMessage ? ownWords.filter(isName) : ownWords)];
	const found = stated.length > 0 ? stated : textsOf(places, 'unknown').filter(isName);
	const names = typeof named === 'string' ? [named] : found;
	const said = names.map(eventOf);
	if (ownWords.flatMap(wordsIn).some((word) => NO_MESSAGE_WORDS.has(word))) said.push('other');
	const userName = names.map(plainWord).find((name) => given.has(name)) ?? (names.length === 0 ? '' : undefined);
	const says = given.get(userName ?? '') ?? ORDER.find((each) => said.includes(each));
	const foreign = says === 'foreign' ? names[said.indexOf('foreign')] : undefined;
	const flag = ownWords.find((word) => nameOf(plainWord(word)).isFlag || plainWord(word) === 'group');
	return { names, says, foreign, flag };
}
