import type { IWebhookFunctions } from 'n8n-workflow';
import { type ChatKind, readAddress } from '../../phone/address';
import { type Kind, plainWord } from '../../messages/kinds';
import type { EventMessage } from '../../messages/message';
import { isMentioned, phoneOf } from '../../messages/people';
import { instanceIdOf, kindOfType, messageText, messageType, timeOf } from '../../messages/simplify';
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
 * @param filters chat IDs as `withCountryCodes` returns them
 */
export function messageFilter(filters: Filters, types: FieldNames['types']): (message: EventMessage) => boolean {
	const keys = (list: string[]) => new Set(list.map((each) => readAddress(each)?.key));
	const [only, ignored] = [keys(filters.chatIds), keys(filters.ignoreChatIds)];
	const events = new Set(filters.events.map(plainWord));
	const wantedTypes = filters.messageTypes.flatMap((each) => [each, kindOfType(each, types) ?? each]);
	const conditions: Array<(message: EventMessage) => boolean> = [
		({ kind }) => filters.triggerOn.has(kind === 'unknown' ? 'message' : kind),
		({ kind, chatKind }) => NOT_OF_A_CHAT.includes(kind) || isOfKind(chatKind, filters.chats),
		({ eventNames }) => isAny(eventNames.map(plainWord), events),
		(message) => message.kind === 'connection' || isAny(chatKeysOf(message, only.size), only),
		(message) => !chatKeysOf(message, ignored.size).some((key) => ignored.has(key)),
		(message) => isChosen(filters.instanceIds, () => [instanceIdOf(message)]),
		({ kind, status, content }) => kind !== 'status' || isChosen(filters.statuses, () => [status, content.type]),
		(message) => !WRITTEN.includes(message.kind) || isChosen(wantedTypes, () => typesOf(message, types)),
		(message) => !filters.onlyMentioned || !isOfGroup(message) || isMentioned(message.places, messageText(message)),
	];
	return (message) => conditions.every((fits) => fits(message));
}

/** Whether one of several values is in a set; an empty set and no value also pass. */
const isAny = <Value>(values: Value[], set: Set<Value>) =>
	set.size === 0 || values.length === 0 || values.some((value) => set.has(value));

/** The same for a list of the user, without regard to case. */
function isChosen(list: string[], read: () => unknown[]): boolean {
	if (list.length === 0) return true;
	const values = read().flatMap((value) => textOf(value)?.toLowerCase() ?? []);
	return isAny(values, new Set(list.map((each) => each.toLowerCase())));
}

function typesOf(message: EventMessage, types: FieldNames['types']): unknown[] {
	const type = messageType(message);
	return [type, kindOfType(type, types)];
}

const isOfGroup = ({ kind, chatKind }: EventMessage) => kind === 'message' && chatKind === 'group';

/**
 * A chat is known by its address, and a person also by the phone number behind a LID. Nothing is read if nothing is
 * compared.
 */
function chatKeysOf({ chat, chatKind, places, fromMe }: EventMessage, compared: number): string[] {
	if (compared === 0) return [];
	const phone = chatKind === 'direct' ? phoneOf(places, chat, chatKind, fromMe === true) : undefined;
	return [chat, phone].flatMap((each) => readAddress(each)?.key ?? []);
}

function isOfKind(kind: ChatKind | undefined, chats: string): boolean {
	if (chats === 'everything') return true;
	if (kind === 'other') return false;
	if (chats === 'groups') return (kind ?? 'group') === 'group';
	return chats === 'all' || (kind ?? 'direct') === 'direct';
}

const MINUTE_MS = 60_000;

/**
 * Per chat: when the first of its events within a minute was written, how many there were, and when the last one
 * came.
 */
const started = new Map<string, { since: number; count: number; cameAt: number }>();

/**
 * Returns a function that says whether one more event of a chat may start the workflow, and counts it. The time is
 * when it was written, if the event says it: messages that a service delivers after an outage are no loop.
 */
export function chatLimit(context: IWebhookFunctions, maxPerChat: number): (message: EventMessage) => boolean {
	const now = clocks.current.now();
	for (const [chat, { cameAt }] of started) {
		if (now - cameAt < MINUTE_MS) break;
		started.delete(chat);
	}
	const trigger = `${context.getWorkflow().id}\n${context.getNode().id}`;
	let isLogged = false;
	return (message) => {
		const key = readAddress(message.chat)?.key;
		if (maxPerChat === 0 || key === undefined) return true;
		const chat = `${trigger}\n${instanceIdOf(message)}\n${key}`;
		const time = Math.min(now, timeOf(message) ?? now);
		const last = started.get(chat);
		const isSameMinute = last !== undefined && Math.abs(time - last.since) < MINUTE_MS;
		const { since, count } = isSameMinute ? last : { since: time, count: 0 };
		// The map is in the order of the last events.
		started.delete(chat);
		started.set(chat, { since, count: count + 1, cameAt: now });
		if (count < maxPerChat) return true;
		if (!isLogged) warn(context, TOO_MANY);
		isLogged = true;
		return false;
	};
}

const TOO_MANY =
	'A chat has more events than Options → Max Messages per Chat and Minute allows, so its further ones do not start the workflow. Does a bot answer another bot?';
