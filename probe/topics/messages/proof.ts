import type { Fields } from '../../../nodes/shared/values';
import { valueAt } from '../../evidence/records';
import type { Names } from '../../names/fieldNames';
import { type Kind, kinds } from '../../names/roles';
import { shownIn, typesIn } from '../../question/account';
import type { Finding, Known } from '../../question/question';
import { connected } from '../lists';
import { placesOf } from './found';

/** What proves the names of a message, and how a finding says so. */

/** How to undo what the questions about messages do. */
export const undo = 'delete the messages on your phone';
const LOOK = 'Look at your phone, too: a service may keep fields that it does not send.';

/** What the messages of a question need. */
export function missing(known: Known, needsText = true): string | undefined {
	if (!known.names['query.chat']) {
		const why = known.chatsProblem === undefined ? '' : ` ${known.chatsProblem}`;
		return `Get Messages could not be used to find messages again.${why}`;
	}
	if (connected(known) === undefined) return 'There is no connected instance.';
	return needsText && known.sent === undefined ? 'The body of a text is not known.' : undefined;
}

/** Names with their keys, in words. */
export const named = (names: Names) =>
	Object.entries(names)
		.map(([key, name]) => `${key} is ${name === '' ? 'not sent' : `\`${name}\``}`)
		.join(', ');

/** The finding of names that are proved, and of those that were only accepted. */
export function answerOf(names: Names, likely: Names, more = ''): Finding {
	const rest = Object.keys(likely).length > 0 ? ` Accepted, but not proved: ${named(likely)}.` : '';
	return { answer: `Proved: ${named(names)}.${rest} ${LOOK}${more}`, names, likely };
}

/** Whether a message has the type with which it was sent where other messages have theirs. */
export function isShownType(known: Known, message: Fields, type?: string): boolean {
	const [path] = shownIn(known).get('type') ?? [];
	return type !== undefined && path !== undefined && valueAt(message, path) === type;
}

/** Splits names into those that are proved and those that were only accepted. */
export function split(names: Record<string, [name: string | undefined, isProved: boolean]>): [Names, Names] {
	const [proved, likely]: [Names, Names] = [{}, {}];
	for (const [key, [name, isProved]] of Object.entries(names))
		if (name !== undefined) (isProved ? proved : likely)[key] = name;
	return [proved, likely];
}

/**
 * Whether a text stands where other messages have theirs: a service may keep fields that it ignores, and a text may
 * have become another part of the message.
 */
export function isAtPlace(known: Known, role: 'text' | 'caption' | 'mediaUrl', message: Fields, value: string) {
	const shown = shownIn(known);
	const own = shown.get(role) ?? [];
	const places = own.length > 0 || role === 'mediaUrl' ? own : (shown.get('text') ?? []);
	const found = placesOf(message, value);
	return found.length > 0 && (places.length === 0 || found.some((each) => places.includes(each)));
}

/** Whether a type means a kind: the account's messages or the word itself say so. */
export const meansKind = (known: Known, type: string, kind: Kind) =>
	kinds[kind].test(type) || (typesIn(known).get(kind) ?? []).includes(type);
