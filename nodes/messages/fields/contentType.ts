import { isGiven, isPresent, plainName } from '../../shared/looseValues';
import { type Fields, isObject } from '../../shared/values';
import type { Name } from './vocabulary';

/** Returns the type of the content that a value is, if it is one. @param holder the name of the object around it */
export function contentType(name: Name, value: unknown, holder: string): string | undefined {
	if (typeof value !== 'object' || value === null) return typeOfText(name, value);
	if (name.plain === 'protocolmessage') return isObject(value) && isRevocation(value) ? 'deleted' : undefined;
	const type = name.objectType ?? (holder === 'message' ? name.rawType : undefined);
	if (type === undefined || !Object.values(value).some(isPresent)) return undefined;
	// A contact without a card may be the person who wrote.
	if (type === 'location' && ![value].flat().some(isPlace)) return undefined;
	return type === 'contact' && ![value].flat().some(isCard) ? undefined : type;
}

/** A file as a text is a URL, a path or its bytes: a person may have a document with a number. */
function typeOfText({ textType }: Name, value: unknown): string | undefined {
	const isFile = textType === 'document' || textType === 'image';
	return isFlag(value) || (isFile && !/[/:]|^.{40}/.test(String(value))) ? undefined : textType;
}

/** A service may send the names of all contents, with values that stand for none. */
const isFlag = (value: unknown) => typeof value === 'boolean' || /^(false|true|no|null|0)$/i.test(String(value));

/** The news about another message in a raw record: a deletion has the number 0, as one without a type. */
const isRevocation = (news: Fields) =>
	Object.entries(news).every(([name, type]) => plainName(name) !== 'type' || /^(0|revoke)$/i.test(String(type)));

/** A place of business is none. */
const isPlace = (value: unknown) =>
	!isObject(value) || Object.keys(value).some((name) => /lat|lng|lon|coord|address|url/i.test(name));

const CARD = /^(vcards?|phones|contacts)$/;

const isCard = (value: unknown) =>
	isObject(value) && Object.keys(value).some((name) => CARD.test(plainName(name)) && isGiven(value[name]));
