import { isPresent, type Scalar, scalarOf, timeOf } from '../shared/looseValues';
import { booleanOf, textOf } from '../shared/values';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { addressOf, isPhone, isSameAddress, isSomebodyElse } from '../phone/address';
import { type Content, reactionOf, typeOfWord, writtenText } from './fields/content';
import { first, type Said, valuesOf } from './fields/fields';
import { directionOf } from './people/direction';
import type { People } from './people/people';
import { RANK } from './fields/vocabulary';

/** Returns the value at the user's path for a part of a message, if there is one. */
export type Named = (part: Exclude<keyof FieldNames['event'], 'message'>) => unknown;

/** Reads the details of a message. @param places what the record says, and then what the objects around it say */
export function detailsOf(places: Said[], named: Named, content: Content, people: People) {
	const [own = {}] = places;
	const given = named('text');
	const text = isPresent(given) && typeof given !== 'object' ? String(given) : writtenText(own, content);
	return {
		senderName: senderNameOf(places, people, content),
		text,
		reaction: content.type === 'reaction' ? reactionOf(own, content) : undefined,
		type: typeOf(own, named, content),
		quotedMessageId: first([own], 'quoted', scalarOf),
		instanceId: scalarOf(named('instance')) ?? first(places, 'instance', scalarOf),
		time: timeOf(scalarOf(named('timestamp')) ?? first(places, 'timestamp', scalarOf)),
		sentBy: people.fromMe === true ? sentByOf(places) : undefined,
		isMentioned: isMentionedBy(places, text),
	};
}

/** Beside these, a name is that of a file, a place, a card or anything. */
const NAMED = ['document', 'location', 'contact', 'poll', 'other'];

function senderNameOf(places: Said[], { chat, chatKind, fromMe }: People, { type = 'other' }: Content) {
	const name = (role: keyof Said) => first(places, role, textOf);
	const contact = first(places, 'contact', addressOf);
	// In a group, it is the member who wrote; elsewhere, one with another number is that of another message.
	const isOther = isSomebodyElse(contact, chat) && (chatKind === 'group' || [contact, chat].every(isPhone));
	const parts = [name('firstName'), name('lastName')].filter(isPresent);
	const contactName = isOther === (chatKind === 'group') ? name('contactName') : undefined;
	const plain = fromMe === true || NAMED.includes(type) ? undefined : nameBeside(places[0] ?? {});
	return name('senderName') ?? (parts.join(' ') || (contactName ?? plain));
}

/** Returns the name in the object that has the address of the sender, too: elsewhere, it is that of something else. */
function nameBeside(own: Said): string | undefined {
	const addresses = (['from', 'peer', 'author', 'number'] as const).flatMap((role) => own[role] ?? []);
	const names = (own.name ?? []).filter(({ rank }) => addresses.some((each) => (each.rank - rank) % RANK === 0));
	return names.map(({ value }) => value).find(isName);
}

const isName = (value: unknown): value is string =>
	typeof value === 'string' && /\p{L}/u.test(value) && (/\s/.test(value) || !/[._:]/.test(value));

function typeOf(own: Said, named: Named, content: Content): Scalar | undefined {
	if (content.type !== undefined || content.found === 'nothing') return content.type;
	const word = scalarOf(named('type')) ?? first([own], 'type', scalarOf);
	return typeOfWord(word) ?? word;
}

function sentByOf(places: Said[]): 'api' | 'app' | undefined {
	const source = first(places, 'source', (value) => (value === 'api' || value === 'app' ? value : undefined));
	const isByApi = first(places, 'isByApi', directionOf);
	return source ?? (isByApi === undefined ? undefined : isByApi ? 'api' : 'app');
}

/** Whether a message mentions the account or quotes it; false if the event does not name the account. */
function isMentionedBy(places: Said[], text?: string): boolean {
	if (first(places, 'isMentioned', booleanOf)) return true;
	const addresses = (role: keyof Said) => places.flatMap((said) => valuesOf(said, role).flat().map(addressOf));
	const inText = text?.match(/@\d{5,}/g) ?? [];
	return addresses('account').some(
		(account) =>
			addresses('mentions').some((address) => isSameAddress(account, address)) ||
			inText.some((mention) => `@${String(account)}`.startsWith(mention)),
	);
}
