import type { IWebhookFunctions } from 'n8n-workflow';
import { type ChatKind, readAddress } from '../../phone/address';
import { plainWord } from '../../messages/eventNames';
import type { Kind } from '../../messages/kinds';
import type { EventMessage } from '../../messages/message';
import { kindOfType } from '../../messages/simplify';
import { readChatNumber } from '../../phone/copiedNumber';
import { warn } from '../../shared/log';
import { textOf } from '../../shared/values';
import { clocks } from '../../transport/clock';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import type { Filters } from '../settings/settings';

/** What somebody wrote. */
const WRITTEN: Kind[] = ['message', 'ownMessage'];

const NOT_OF_A_CHAT: Kind[] = ['connection', 'other', 'unknown'];

/**
 * Returns a function that says whether a message or another event starts the workflow. What it lacks does not keep
 * it out, except that a filter of messages, statuses or chats does not concern events of other kinds.
 * @param countryCode completes the phone numbers of the chat IDs; one may stand for two, see `readChatNumber`
 */
export function messageFilter(filters: Filters, types: FieldNames['types'], countryCode: string) {
	const numbersOf = (id: string) => {
		const chat = readChatNumber(id, countryCode);
		return 'problem' in chat ? [id] : chat.numbers;
	};
	const keys = (list: string[]) => new Set(list.flatMap(numbersOf).map((each) => readAddress(each)?.key));
	const [only, ignored] = [keys(filters.chatIds), keys(filters.ignoreChatIds)];
	const events = new Set(filters.events.map(plainWord));
	const wantedTypes = filters.messageTypes.flatMap((each) => [each, kindOfType(each, types) ?? each]);
	const conditions: Array<(message: EventMessage) => boolean> = [
		({ kind }) => filters.triggerOn.has(kind === 'unknown' ? 'message' : kind),
		({ kind, chatKind }) => NOT_OF_A_CHAT.includes(kind) || isOfKind(chatKind, filters.chats),
		({ eventNames }) => events.size === 0 || isAny(eventNames.map(plainWord), events),
		(message) => only.size === 0 || message.kind === 'connection' || isAny(chatKeysOf(message), only),
		(message) => ignored.size === 0 || !chatKeysOf(message).some((key) => ignored.has(key)),
		({ instanceId }) => isChosen(filters.instanceIds, instanceId),
		({ kind, status, content }) => kind !== 'status' || isChosen(filters.statuses, status, content.type),
		({ kind, type }) => !WRITTEN.includes(kind) || isChosen(wantedTypes, type, kindOfType(type, types)),
		({ kind, chatKind, isMentioned }) =>
			!filters.onlyMentioned || kind !== 'message' || chatKind !== 'group' || isMentioned === true,
	];
	return (message: EventMessage): boolean => conditions.every((fits) => fits(message));
}

/** Whether one of several values is in a set; no value also passes. */
const isAny = <Value>(values: Value[], set: Set<Value>) =>
	values.length === 0 || values.some((value) => set.has(value));

/** The same for a list of the user, without regard to case. */
function isChosen(list: string[], ...given: unknown[]): boolean {
	if (list.length === 0) return true;
	const values = given.flatMap((value) => textOf(value)?.toLowerCase() ?? []);
	return isAny(values, new Set(list.map((each) => each.toLowerCase())));
}

/** A chat is known by its address, and a person also by the phone number behind a LID. */
function chatKeysOf({ chat, chatKind, phone }: EventMessage): string[] {
	return [chat, chatKind === 'direct' ? phone : undefined].flatMap((each) => readAddress(each)?.key ?? []);
}

function isOfKind(kind: ChatKind | undefined, chats: string): boolean {
	if (chats === 'everything') return true;
	if (kind === 'other') return false;
	if (chats === 'groups') return (kind ?? 'group') === 'group';
	return chats === 'all' || (kind ?? 'direct') === 'direct';
}

const minuteOf = (time: number): number => Math.floor(time / 60_000);

/** How many events of each chat came in this minute, by the minute in which they were written. */
const counts = new Map<string, number>();
let thisMinute = 0;

/**
 * Returns a function that says whether one more event of a chat may start the workflow, and counts it. The time is
 * when it was written, if the event says it: messages that a service delivers after an outage are no loop.
 */
export function chatLimit(context: IWebhookFunctions, maxPerChat: number): (message: EventMessage) => boolean {
	const now = clocks.current.now();
	if (thisMinute !== minuteOf(now)) counts.clear();
	thisMinute = minuteOf(now);
	return ({ chat, instanceId, time = now }) => {
		const address = readAddress(chat)?.key;
		if (maxPerChat === 0 || address === undefined) return true;
		const minute = minuteOf(Math.min(now, time));
		const key = [context.getWorkflow().id, context.getNode().id, instanceId, address, minute].join('\n');
		const count = (counts.get(key) ?? 0) + 1;
		counts.set(key, count);
		if (count === maxPerChat + 1) warn(context, TOO_MANY);
		return count <= maxPerChat;
	};
}

const TOO_MANY =
	'A chat has more events than Options → Max Messages per Chat and Minute allows, so its further ones do not start the workflow. Does a bot answer another bot?';
