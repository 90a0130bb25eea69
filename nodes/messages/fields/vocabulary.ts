import { inEnglish, inEnglishOrder } from '../../shared/inEnglish';
import { isGiven, isPresent, plainName } from '../../shared/looseValues';
import { type Fields, isObject } from '../../shared/values';
import * as NAMES from './names';
import type { Place, Role } from './names';
import * as CONTENTS from './types';

const words = (text: string) => text.trim().split(/\s+/);

type Meanings = Partial<Record<Place, Array<{ role: Role; rank: number }>>>;

/** A step in the order of a role's names; the distance from the record is smaller. */
export const RANK = 4096;
/** After all names of a role. */
export const LAST_RANK = 64 * RANK;

const MEANINGS = new Map<string, Meanings>();
for (const [role, names] of Object.entries(NAMES.ROLES) as Array<[Role, string]>) {
	const isInContent = NAMES.IN_CONTENT.includes(role);
	for (const [order, path] of words(names).entries()) {
		const [name = '', place = 'own'] = path.split('.').reverse() as [string, Place?];
		const meanings = MEANINGS.get(name) ?? {};
		const places: Place[] = place === 'own' && isInContent ? ['own', 'content'] : [place];
		for (const each of places) (meanings[each] ??= []).push({ role, rank: order * RANK });
		if (place === 'chat') (meanings.talk ??= []).push({ role: role === 'chat' ? 'thread' : role, rank: order * RANK });
		MEANINGS.set(name, meanings);
	}
}

/** Returns a map from each name of a table to what it is listed under. */
const byName = <Key extends string>(table: Record<Key, string>) =>
	new Map(Object.entries<string>(table).flatMap(([key, names]) => words(names).map((name) => [name, key as Key])));

const PLACES = byName(NAMES.PLACES);
const TYPES = byName(CONTENTS.TYPES);
const KEYS = words(NAMES.KEYS);
const HOLDERS = words(NAMES.HOLDERS);
const COMPLETIONS = words(NAMES.COMPLETIONS);
const AROUND_RECORDS = [words(NAMES.LISTS), [...COMPLETIONS, ...words(NAMES.WRAPPERS)], words(NAMES.DIRECTORIES)];
/** The order of lists, and of what an account has, in `wrapper`. */
export const LIST_ORDER = 0;
export const DIRECTORY_ORDER = AROUND_RECORDS.length - 1;

/** What says only that a name belongs to the message or the platform: `messageBody`, `keyRemoteJid`, `waGroupId`. */
const PREFIX = /^(key|message|msg)(?=.)|^.+(?=(phonenumber|groupid|mimetype|caption)$)/;

/** Of anything, e.g. of a channel: it tells only whether that is a group. */
const KIND = /(channel|chat|conversation|thread|dialog|talk)(type|kind|visibility|audience)$|^(visibility|audience)$/;

/** A number of the account, e.g. `business_phone`. */
const OWN_NUMBER =
	/(account|agent|business|bot|line|connected|integrated|company|device|channel|instance|session|connection|owner|self)(number|phone|phonenumber|jid|address)$|^(my|own)(number|phone)$|^(bot|self)id$/;

const OF_PERSON = /^(sender|from|contact|customer|client|user|participant|author|group|chat|remote|visitor|subscriber)/;

/** Returns the meanings of a name; one that contains that of an object, such as `contactPhone`, is a field of it. */
function meaningsOf(plain: string): Meanings {
	const exact = MEANINGS.get(plain);
	if (exact !== undefined) return exact;
	const others = MEANINGS.get(plain.replace(PREFIX, '')) ?? (KIND.test(plain) ? MEANINGS.get('channeltype') : {}) ?? {};
	const holder = HOLDERS.find((word) => plain.startsWith(word));
	const inside = holder ? MEANINGS.get(plain.slice(holder.length))?.[PLACES.get(holder) ?? 'own'] : undefined;
	const own = OWN_NUMBER.test(plain) && !OF_PERSON.test(plain) ? MEANINGS.get('account')?.own : inside;
	return own === undefined ? others : { ...others, own };
}

/** What a name stands for. */
export type Name = ReturnType<typeof newName>;

function newName(plain: string) {
	const isQuoted = NAMES.QUOTED.test(plain);
	const bare = plain.replace(/(message)?(v\d)?$/, '');
	const type = TYPES.get(bare) ?? TYPES.get(bare.replace('interactive', ''));
	return {
		plain,
		/** What a field of this name says, by where it is. */
		meanings: meaningsOf(plain),
		/** Where one is inside an object of this name. */
		place: isQuoted ? ('quoted' as const) : (PLACES.get(plain) ?? PLACES.get(plain.replace(/(info|data)$/, ''))),
		/** Whether an object of this name completes a record, and whether also what is around records. */
		isCompletion: COMPLETIONS.includes(plain),
		isKey: KEYS.includes(plain),
		/** Whether it is the message itself, or what a message is known by. */
		isMessage: ['key', 'msg', 'message'].includes(plain),
		/** The order among what may be around records; -1 for others. */
		wrapper: AROUND_RECORDS.findIndex((names) => names.includes(plain)),
		isOfAnother: isQuoted || NAMES.OF_ANOTHER.test(plain),
		isAroundContent: CONTENTS.AROUND_CONTENT.test(plain),
		/** The type of message that the name stands for as a word, as a text, and as an object. */
		type,
		textType: CONTENTS.TEXT_CONTENT.test(plain) ? type : undefined,
		objectType: CONTENTS.NO_CONTENT.test(plain) ? undefined : type,
		/** Of an object in a raw record, for types that the vocabulary does not have. */
		rawType: CONTENTS.RAW_CONTENT.test(plain) ? bare : undefined,
	};
}

/** Whether a name is in the vocabulary. */
const saysSomething = ({ meanings, place, type, isCompletion }: Name): boolean =>
	[place, type].some(isPresent) || isCompletion || Object.keys(meanings).length > 0;

/** Strangers choose the names in an event: no known one is longer, and not many are remembered. */
const MAX_NAME = 40;
const MAX_NAMES = 2_000;
const known = new Map<string, Name>();
const LONG_NAME = newName('');

/** Returns what a name stands for, however it is written. */
export function nameOf(name: string): Name {
	let found = known.get(name);
	if (found === undefined) {
		if (name.length > MAX_NAME) return LONG_NAME;
		const readings = [inEnglish(name), inEnglishOrder(name) ?? []].flat().map((each) => newName(plainName(each)));
		found = readings.find(saysSomething) ?? readings[0] ?? LONG_NAME;
		if (known.size >= MAX_NAMES) known.clear();
		known.set(name, found);
	}
	return found;
}

/** Returns the type of the content that a value is, if it is one. @param holder the name of the object around it */
export function contentType(name: Name, value: unknown, holder: string): string | undefined {
	if (typeof value !== 'object' || value === null) return typeOfText(name, value);
	if (name.plain === 'protocolmessage') return isObject(value) && isRevocation(value) ? 'deleted' : undefined;
	const type = name.objectType ?? (holder === 'message' ? name.rawType : undefined);
	if (!Object.values(value).some(isPresent)) return undefined;
	// A contact without a card may be the person who wrote.
	if (type === 'location' && ![value].flat().some(isPlace)) return undefined;
	return type === 'contact' && ![value].flat().some(isCard) ? undefined : type;
}

/** A file as a text is a URL, a path or its bytes: a person may have a document with a number. */
function typeOfText({ textType }: Name, value: unknown): string | undefined {
	const isFile = textType === 'document' || textType === 'image';
	return isFlag(value) || (isFile && !/[/:]|.{40}/.test(String(value))) ? undefined : textType;
}

/** A service may send the names of all contents, with values that stand for none. */
const isFlag = (value: unknown) => /^(false|true|no|null|0)$/i.test(String(value));

/** The news about another message in a raw record: a deletion has the number 0, as one without a type. */
const isRevocation = (news: Fields) =>
	Object.entries(news).every(([name, type]) => plainName(name) !== 'type' || /^(0|revoke)/i.test(String(type)));

/** A place of business is none. */
const isPlace = (value: unknown) =>
	!isObject(value) || Object.keys(value).some((name) => /lat|lng|lon|coord|address|url/i.test(name));

const isCard = (value: unknown) =>
	isObject(value) &&
	Object.keys(value).some((name) => /^(vcards?|phones|contacts)$/.test(nameOf(name).plain) && isGiven(value[name]));
