import type { Fields } from '../../../nodes/shared/values';
import { type Choice, NO_PLAN, type Part, type Plan } from '../../evidence/part';
import { put } from '../../evidence/paths';
import { nextPlan } from '../../evidence/plans';
import { type Kind, kinds, type Role } from '../../names/roles';
import { shownIn, suffixesIn, typesIn } from '../../question/account';
import { type Answer, type Asking, isFinal, type Known, learnerOf } from '../../question/question';
import { connected, NO_INSTANCE } from '../lists';
import { find, type Found, type Sent } from './found';

/** Most messages that a run sends, most that one question sends, and most bodies that it tries. */
export const MAX_MESSAGES = 6;
const MAX_PER_QUESTION = 3;
const MAX_ATTEMPTS = 60;
/** How many messages the questions about their bodies may send: one is kept for the event of an own message. */
const limitOf = ({ receiver }: Known) => MAX_MESSAGES - (receiver === undefined ? 0 : 1);
/** A part is sent, unless the service has shown that it says what it requires. */
export const NO_NEED = -5;

/** A type that no service has. */
const NO_TYPE = 'n8n-probe-no-type';

/** What is known of the names in a message. */
export const messageLearner = (known: Known) => learnerOf(known, 'POST /messages');

export interface Draft {
	/** Short, for the mark. */
	id: string;
	parts: Part[];
	/** The part that says what the message tests. */
	textRole: Role;
	sentence(plan: Plan): string;
	isProved(message: Fields, sent: Sent): boolean;
}

/** Usual names of types; the node's own first. */
const USUAL: Record<Kind, string[]> = {
	text: ['text', 'chat', 'conversation', 'TEXT'],
	image: ['image', 'picture', 'IMAGE'],
	video: ['video', 'VIDEO'],
	audio: ['audio', 'voice', 'AUDIO'],
	document: ['document', 'file', 'DOCUMENT', 'FILE'],
};

/** The values of a type that may mean a kind of message: those that the service lists, else those that it shows. */
export function typeChoices(known: Known, kind: Kind, accepted: string[]): Choice[] {
	const types = typesIn(known);
	const shown = types.get(kind) ?? [];
	const others = new Set([...types].filter(([each]) => each !== kind).flatMap(([, values]) => values));
	const values = accepted.length > 1 ? accepted : [...new Set([...shown, ...USUAL[kind]])];
	return values.map((value, rank) => ({
		value,
		as: value,
		score:
			(shown.includes(value) ? 5 : 0) + (kinds[kind].test(value) ? 3 : 0) - (others.has(value) ? 6 : 0) - rank / 10,
	}));
}

/** Whether a name is that of a part; a text and a caption may share theirs. */
const isOf = (key: string, role: Role) =>
	key === `message.${role}` ||
	(role === 'caption' && key === 'message.text') ||
	/types|Suffix|Format|content$/.test(key);

/** A part with one value. */
export function part(known: Known, role: Role, value: unknown, more: Partial<Part> = {}): Part {
	const taken = Object.entries(known.names)
		.filter(([key]) => key.startsWith('message.') && !isOf(key, role))
		.map(([, name]) => name);
	return { role, choices: () => [{ value }], shown: shownIn(known).get(role), taken, ...more };
}

/** The parts that each message has: the instance, the recipient and the type. */
export function commonParts(known: Known, kind: Kind): Part[] {
	const fixed = known.sent?.paths;
	const suffixes = known.sent ? [known.sent.suffix] : suffixesIn(known);
	const numbers = suffixes.map((as, rank) => ({ value: `${known.sendTo}${as}`, as, score: -rank }));
	return [
		part(known, 'instance', connected(known)!.id, {
			absentScore: NO_NEED,
			fixed: fixed && (fixed.instance ?? ''),
		}),
		part(known, 'recipient', '', { choices: () => numbers, fixed: fixed?.recipient }),
		part(known, 'type', '', {
			choices: (accepted) =>
				typeChoices(known, kind, accepted).filter(
					({ as }) => known.sent?.type === undefined || (kind === 'text') === (as === known.sent.type),
				),
			absentScore: NO_NEED,
			// A text may need no type, and other kinds may.
			fixed: fixed?.type,
		}),
	];
}

/** Asks what a message requires: a message without anything can be rejected only. */
export function* askWhatIsRequired(known: Known): Asking<string | undefined> {
	const answer: Answer = yield { method: 'POST', path: '/messages', body: {} };
	if (answer.ok) known.sentCount += 1;
	if (isFinal(answer) && !answer.isUnsure) return answer.reason;
	if (!answer.ok) messageLearner(known).learn(answer.errorBody, NO_PLAN);
	return undefined;
}

/**
 * Sends a message with the most likely names, learns from each rejection, and goes on until a message is found again as
 * it was sent, or the service has accepted three.
 *
 * @returns the message; or why there is none
 */
export function* converse(known: Known, { id, parts, ...draft }: Draft): Asking<Found | string> {
	const sent: Sent[] = [];
	let last = '';
	for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
		if (known.sentCount >= limitOf(known) || sent.length >= MAX_PER_QUESTION) break;
		const plan = nextPlan(messageLearner(known), parts);
		if (plan === undefined) break;
		const mark = `(${known.mark}-${id}-${n})`;
		const place = plan.paths[draft.textRole];
		if (place !== undefined) put(plan.body, place, `${draft.sentence(plan)} ${mark}`);
		const answer: Answer = yield { method: 'POST', path: '/messages', body: plan.body };
		if (answer.ok || answer.isUnsure) known.sentCount += 1;
		if (isFinal(answer) || answer.isUnsure) return answer.reason;
		last = answer.reason;
		if (!answer.ok) {
			messageLearner(known).learn(answer.errorBody, plan);
			continue;
		}
		sent.push({ plan, mark, answer });
		// All of them: an earlier one may have taken longer.
		const found = yield* find(known, sent, draft.isProved);
		if (found) return found;
	}
	if (known.sentCount >= limitOf(known) && sent.length === 0)
		return `The probe has sent ${known.sentCount} messages, and sends no more${known.receiver ? ' but the one for the event' : ''}.`;
	return sent.length > 0
		? `${sent.length} ${sent.length > 1 ? 'messages were' : 'message was'} accepted, but none was found again as it was sent. Look at your phone: each says what it tests.`
		: `The service rejected every body. ${last}`;
}

/**
 * Whether the service reads a part: it rejects the message with a value that cannot be right. One that does not sends
 * another message, which says so.
 */
export function* isRead(known: Known, { plan }: Found, role: 'instance' | 'type', textRole: Role): Asking<boolean> {
	const path = plan.paths[role];
	if (path === undefined || known.sentCount >= limitOf(known)) return false;
	const body = structuredClone(plan.body);
	put(body, path, role === 'instance' ? NO_INSTANCE : NO_TYPE);
	put(
		body,
		plan.paths[textRole]!,
		`This tests whether "${path}" matters; it does not, since this has arrived. (${known.mark}-${role})`,
	);
	const answer: Answer = yield { method: 'POST', path: '/messages', body };
	if (answer.ok || answer.isUnsure) known.sentCount += 1;
	// It may list the types that it accepts.
	if (!answer.ok && role === 'type')
		messageLearner(known).learn(answer.errorBody, {
			paths: { type: path },
			chosen: { type: { value: NO_TYPE, as: NO_TYPE } },
			body,
		});
	return !answer.ok && !answer.isUnsure && answer.status !== undefined && answer.status < 500;
}
