import type { IWebhookFunctions } from 'n8n-workflow';
import { type ChatKind, readAddress } from '../../phone/address';
import { isFileType, kindOfType } from '../../messages/content';
import { ADDRESSED, type EventMessage } from '../../messages/message';
import { plainWord } from '../../messages/words';
import { chatMatcher } from '../../phone/chatFilter';
import { warn } from '../../shared/log';
import { textOf } from '../../shared/values';
import { clocks } from '../../transport/clock';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import { type Filters, triggerKey } from '../settings/settings';

/** The kinds of chats that pass by the value of Chats, else direct ones. What tells no kind passes, too. */
const CHATS: Record<string, ChatKind[]> = { groups: ['group'], all: ['direct', 'group'] };

/** Returns whether a message or another event starts the workflow. A value that is missing keeps nothing out. */
export function messageFilter(filters: Filters, types: FieldNames['types'], countryCode: string) {
	const isChosen = chatMatcher(filters.chatIds, countryCode);
	const isIgnored = chatMatcher(filters.ignoreChatIds, countryCode);
	const mayPass = (addresses: unknown[]) =>
		filters.chatIds.length === 0 || addresses.length === 0 || addresses.some(isChosen);
	const chats = CHATS[filters.chats] ?? ['direct'];
	const isChosenKind = (kind: ChatKind) => filters.chats === 'everything' || chats.includes(kind);
	// A name without letters or digits, such as *, stands for all.
	const events = new Set(filters.events.map(plainWord));
	const instances = new Set(wordsOf(...filters.instanceIds));
	const statuses = new Set(wordsOf(...filters.statuses));
	const messageTypes = new Set(filters.messageTypes.flatMap((type) => wordsOf(type, kindOfType(type, types))));
	// One condition for each field of the form.
	const conditions: Array<(message: EventMessage) => boolean> = [
		// Trigger On.
		({ kind }) => filters.triggerOn.has(kind === 'unknown' ? 'message' : kind),
		// Chats. A sign of a group without its address may say nothing: the hint says how to overrule it.
		({ kind, chat, chatKind }) =>
			chatKind === undefined ||
			isChosenKind(chatKind) ||
			(kind === 'unknown' ? chat === undefined : !ADDRESSED.includes(kind)),
		// Event Names or IDs, and More Event Names.
		({ eventNames }) => events.has('') || passesList(eventNames.map(plainWord), events),
		// Chat IDs.
		(message) => message.kind === 'connection' || mayPass(addressesOf(message)),
		// Ignore Chat IDs.
		(message) => !addressesOf(message).some(isIgnored),
		// Instance Names or IDs.
		({ instanceId }) => passesList(wordsOf(instanceId), instances),
		// Statuses.
		({ kind, status, content }) => kind !== 'status' || passesList(wordsOf(status, content), statuses),
		// Message Types.
		({ kind, type }) =>
			!['message', 'ownMessage'].includes(kind) || passesList(wordsOf(type, kindOfType(type, types)), messageTypes),
		// Only Mentioned.
		({ kind, chatKind, isMentioned }) =>
			!filters.onlyMentioned || kind !== 'message' || chatKind !== 'group' || isMentioned === true,
	];
	return (message: EventMessage): boolean => conditions.every((fits) => fits(message));
}

/** Whether one of several values is in a list of the user; all pass if the list is empty, or there is no value. */
const passesList = <Value>(values: Value[], listed: Set<Value>) =>
	listed.size === 0 || values.length === 0 || values.some((value) => listed.has(value));

/** A list of a user counts without regard to case. */
const wordsOf = (...values: unknown[]) => values.flatMap((value) => textOf(value)?.toLowerCase() ?? []);

/** A chat is known by its address, and a person also by the phone number behind a LID. */
const addressesOf = ({ chat, chatKind, phone }: EventMessage): unknown[] =>
	[chat, chatKind === 'direct' ? phone : undefined].filter((address) => address !== undefined);

const minuteOf = (time: number): number => Math.floor(time / 60_000);

/** How many texts of each person in each chat came in this minute. */
const counts = new Map<string, number>();
let currentMinute = 0;

/**
 * Counts the texts of a person in a chat in the minute in which they were written: those that come after an outage are
 * no loop, and files are none either. Logs how many are dropped: the first, the tenth, the hundredth …
 */
export function textLimit(context: IWebhookFunctions, maxPerChat: number): (message: EventMessage) => boolean {
	const now = clocks.current.now();
	if (currentMinute !== minuteOf(now)) counts.clear();
	currentMinute = minuteOf(now);
	return ({ kind, chat, author, text, type, instanceId, time = now }) => {
		const address = readAddress(chat)?.key;
		// An album of photos with captions is no loop.
		const isText = ADDRESSED.includes(kind) && address !== undefined && text !== undefined && !isFileType(type);
		if (maxPerChat === 0 || !isText) return true;
		const person = readAddress(author)?.key ?? '';
		const minute = minuteOf(Math.min(now, time));
		const key = [triggerKey(context), instanceId, address, person, minute].join('\n');
		const count = (counts.get(key) ?? 0) + 1;
		counts.set(key, count);
		const droppedCount = count - maxPerChat;
		if (/^10*$/.test(String(droppedCount)))
			warn(
				context,
				`A person wrote more texts within a minute than Options → Max Texts per Person and Minute allows, so ${droppedCount} of them did not start the workflow. Does a bot answer another bot?`,
			);
		return droppedCount <= 0;
	};
}

/** Takes the address from a message that was written more than some hours ago: rather a history than news. */
export function ageLimit(maxHours: number): (message: EventMessage) => EventMessage {
	const since = maxHours === 0 ? 0 : clocks.current.now() - maxHours * 3_600_000;
	return (message) => {
		const { kind, time } = message;
		if (kind === 'status' || time === undefined || time >= since) return message;
		return { ...message, chat: undefined, text: undefined, missing: { part: 'age', by: '' } };
	};
}
