import { type Fields, isObject } from '../../../nodes/shared/values';
import type { Plan } from '../../evidence/part';
import { leavesOf } from '../../evidence/records';
import { accountIds, chatIdOf, idsIn, messageId, suffixesIn } from '../../question/account';
import type { Answer, Asking, Known } from '../../question/question';
import { listOf, recordOf } from '../../question/shape';
import { connected } from '../lists';

export interface Sent {
	plan: Plan;
	/** Text in the body that no other message has. */
	mark: string;
	answer: Answer;
}

export interface Found extends Sent {
	message: Fields;
	chat: string;
}

/** All texts in a value. */
export const textsIn = (value: unknown): string[] =>
	typeof value === 'string' ? [value] : Object.values(typeof value === 'object' ? (value ?? {}) : {}).flatMap(textsIn);

/** Whether a value contains a text anywhere. */
export const hasText = (value: unknown, text: string) => textsIn(value).some((each) => each.includes(text));

/** The paths of a message at which a text stands. */
export const placesOf = (message: Fields, text: string) =>
	leavesOf(message)
		.filter(([, value]) => typeof value === 'string' && value.includes(text))
		.map(([path]) => path);

/** The paths in a response at which a value stands. */
export const pathsOf = (body: unknown, value: string) =>
	isObject(body)
		? leavesOf(body)
				.filter(([, each]) => each === value)
				.map(([path]) => path)
		: [];

/**
 * Looks for sent messages in the chat with the user's own number, by their ID or their mark.
 *
 * @param isProved whether a message is as it was sent; the first one counts
 */
export function* find(
	known: Known,
	sent: Sent[],
	isProved: (message: Fields, each: Sent) => boolean,
): Asking<Found | undefined> {
	const records = sent.map(({ answer }) => recordOf(answer.body));
	const isOwn = (id: unknown) => String(id).replace(/@.*/, '') === known.sendTo;
	const ids = [
		known.sent?.chat,
		...records.flatMap(textsIn).filter(isOwn),
		...[...accountIds(known).chats].filter(isOwn),
		...suffixesIn(known).map((suffix) => `${known.sendTo}${suffix}`),
		...records.flatMap((record) => chatIdOf(record) ?? []),
	].filter((each): each is string => typeof each === 'string');
	const { 'query.chat': chatName = '', 'query.instance': instanceName = '' } = known.names;
	const needsInstance = instanceName in (known.chatQuery?.query ?? {});
	const instance = needsInstance ? { [instanceName]: String(connected(known)?.id) } : {};
	for (const pauseMs of [0, 2_000, 5_000]) {
		let afterMs = pauseMs;
		for (const chat of new Set(ids)) {
			const query = { [chatName]: chat, ...instance };
			const list: Answer = yield { path: '/chats/messages', query, afterMs };
			afterMs = 0;
			const messages = listOf(list, '/chats/messages')?.records ?? [];
			for (const each of sent) {
				const ids: unknown[] = idsIn(each.answer, known);
				const message = messages.find((one) => ids.includes(messageId(one, known)) || hasText(one, each.mark));
				if (message && isProved(message, each)) return { ...each, message, chat };
			}
		}
	}
	return undefined;
}
