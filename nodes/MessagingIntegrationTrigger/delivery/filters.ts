import type { IWebhookFunctions } from 'n8n-workflow';
import { type ChatKind, readAddress } from '../../phone/address';
import { plainWord } from '../../messages/eventNames';
import { ADDRESSED } from '../../messages/kinds';
import type { EventMessage } from '../../messages/message';
import { kindOfType } from '../../messages/simplify';
import { chatMatcher } from '../../phone/chatFilter';
import { warn } from '../../shared/log';
import { textOf } from '../../shared/values';
import { clocks } from '../../transport/clock';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import type { Filters } from '../settings/settings';

/** The kinds of chats that pass by the value of Chats, else direct ones. What tells no kind passes, too. */
const CHATS: Record<string, ChatKind[]> = { groups: ['group'], all: ['direct', 'group'] };

/** Returns whether a message or another event starts the workflow. What it lacks does not keep it out. */
export function messageFilter(filters: Filters, types: FieldNames['types'], countryCode: string) {
	const isChosen = chatMatcher(filters.chatIds, countryCode);
	const isIgnored = chatMatcher(filters.ignoreChatIds, countryCode);
	const mayPass = (addresses: unknown[]) =>
		filters.chatIds.length === 0 || addresses.length === 0 || addresses.some(isChosen);
	const chats = CHATS[filters.chats] ?? ['direct'];
	const isWanted = (kind: ChatKind) => filters.chats === 'everything' || chats.includes(kind);
	const events = new Set(filters.events.map(plainWord));
	const instances = new Set(wordsOf(...filters.instanceIds));
	const statuses = new Set(wordsOf(...filters.statuses));
	const wantedTypes = new Set(filters.messageTypes.flatMap((each) => wordsOf(each, kindOfType(each, types))));
	const conditions: Array<(message: EventMessage) => boolean> = [
		({ kind }) => filters.triggerOn.has(kind === 'unknown' ? 'message' : kind),
		({ kind, chatKind }) => !ADDRESSED.includes(kind) || chatKind === undefined || isWanted(chatKind),
		({ eventNames }) => isAny(eventNames.map(plainWord), events),
		(message) => message.kind === 'connection' || mayPass(addressesOf(message)),
		(message) => !addressesOf(message).some(isIgnored),
		({ instanceId }) => isAny(wordsOf(instanceId), instances),
		({ kind, status, content }) => kind !== 'status' || isAny(wordsOf(status, content.type), statuses),
		({ kind, type }) =>
			!['message', 'ownMessage'].includes(kind) || isAny(wordsOf(type, kindOfType(type, types)), wantedTypes),
		({ kind, chatKind, isMentioned }) =>
			!filters.onlyMentioned || kind !== 'message' || chatKind !== 'group' || isMentioned === true,
	];
	return (message: EventMessage): boolean => conditions.every((fits) => fits(message));
}

/** Whether one of several values is wanted; without wanted ones or a value, all pass. */
const isAny = <Value>(values: Value[], wanted: Set<Value>) =>
	wanted.size === 0 || values.length === 0 || values.some((value) => wanted.has(value));

/** A list of a user counts without regard to case. */
const wordsOf = (...values: unknown[]) => values.flatMap((value) => textOf(value)?.toLowerCase() ?? []);

/** A chat is known by its address, and a person also by the phone number behind a LID. */
const addressesOf = ({ chat, chatKind, phone }: EventMessage): unknown[] =>
	[chat, chatKind === 'direct' ? phone : undefined].filter((address) => address !== undefined);

const minuteOf = (time: number): number => Math.floor(time / 60_000);

/** How many events of each chat came in this minute. */
const counts = new Map<string, number>();
let thisMinute = 0;

/** Counts an event of a chat in the minute in which it was written: those that come after an outage are no loop. */
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
