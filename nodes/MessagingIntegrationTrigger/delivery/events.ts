import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { type ChatKind, isChatAddress, readAddress } from '../../messages/address';
import { messagesIn } from '../../messages/findMessages';
import { type EventMessage, partsOf, present } from '../../messages/message';
import { type EventNames, kindOfType, type TypeNames } from '../../messages/parts';
import { warn } from '../../shared/log';
import { needsCountryCode, readChatNumber } from '../../phone/phoneNumber';
import { NO_NUMBER } from '../../phone/phoneText';
import { UserError } from '../../shared/userError';
import { asObject, textOf } from '../../shared/values';
import { clocks } from '../../transport/clock';
import type { Filters, Trigger, TriggerContext } from '../settings/settings';
import { credentialsAndWebhookUrl, type Headers, TOKEN_HEADER } from '../verification/verification';

export interface DeliveredEvent {
	event: unknown;
	messages: EventMessage[];
}

/** Reads the events of a JSON body, which the reference (section 6) does not show: a list of them, or one. */
export function readEvents(raw: Buffer, names: EventNames): DeliveredEvent[] | undefined {
	let body: unknown = {};
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
		if (raw.length > 0) body = JSON.parse(text);
	} catch {
		return undefined;
	}
	return [body].flat().map((event) => ({ event, messages: messagesIn(event, names) }));
}

/** Returns the items of an event and the messages of each: one item per message, or the event as received. */
export function itemsOf(
	{ event, messages }: DeliveredEvent,
	isSimplified: boolean,
	headers: IDataObject | undefined,
): Array<{ json: IDataObject; messages: EventMessage[] }> {
	if (isSimplified) return messages.map((each) => ({ json: simplified(event, each, headers), messages: [each] }));
	const body = asObject(event) as IDataObject;
	return [{ json: headers === undefined ? body : { headers, body }, messages }];
}

/** Adds to the parts of a message what n8n's AI Agent and its memories read: `chatInput` and `sessionId`. */
function simplified(event: unknown, message: EventMessage, headers: IDataObject | undefined) {
	const { chatId, instanceId, eventName, text } = message;
	// One person may write to two instances; these are two conversations.
	const session = [instanceId, chatId].filter((each) => each !== undefined).join(':');
	const sessionId = chatId === undefined ? undefined : session;
	const others = present({ event: eventName, chatInput: text, sessionId, headers });
	return { ...partsOf(message), ...others, raw: event as IDataObject };
}

export function shownHeaders(headers: Headers, signatureHeader: string): IDataObject {
	const secret = [TOKEN_HEADER.toLowerCase(), signatureHeader.toLowerCase(), 'authorization', 'cookie'];
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.includes(name))) as IDataObject;
}

/** The parts that the filters and a reply need, with their keys in Field Names and their names in a message. */
const PARTS_OF_A_REPLY = [
	['the chat', 'event.chat', 'chatId'],
	['the text', 'event.text', 'text'],
	['whether it is an own message', 'event.fromMe', 'fromMe'],
	['the type', 'event.type', 'type'],
	['the instance', 'event.instance', 'instanceId'],
	['the ID', 'event.id', 'messageId'],
] as const;

/** Says what a filter needs and no message has, and which key of Field Names helps; undefined if nothing is missing. */
export function missingHint(messages: EventMessage[], ignoresOwn: boolean): string | undefined {
	const help = 'Enter its name in the field Field Names of the credentials';
	if (messages.some(({ record }) => record === undefined))
		return `No message was found in this event, so the filters let it pass. If it contains one: ${help}, as "event.message".`;
	if (messages.some(({ chatId }) => chatId === undefined))
		return `No chat was found in this event, so the filters of chats let it pass. If it contains one: ${help}, as "event.chat". To receive only messages, choose their event in Event Names or IDs.`;
	if (ignoresOwn && messages.some(({ fromMe }) => fromMe === undefined))
		return `This event does not say whether the message is an own one, so Ignore Own Messages lets it pass. A workflow that replies may answer itself. ${help}, as "event.fromMe".`;
	return undefined;
}

/** Says to a user who listens what was found in a message that needs no `missingHint`. A file needs no text. */
export function recognizedHint([message]: EventMessage[], types: TypeNames): string | undefined {
	if (message === undefined) return undefined;
	const found = PARTS_OF_A_REPLY.filter(([, , name]) => message[name] !== undefined).map(([label]) => label);
	const isFile = (kindOfType(message.type, types) ?? 'text') !== 'text';
	const missing = PARTS_OF_A_REPLY.filter(([, , name]) => message[name] === undefined && !(isFile && name === 'text'));
	const start = `Found in this event: ${found.join(', ')}.`;
	if (missing.length === 0) return start;
	const rest = missing.map(([label, key]) => `${label} (${key})`).join(', ');
	return `${start} Not found: ${rest}. The names in parentheses are keys of Field Names in the credentials.`;
}

const LOG_EVERY_MS = 3_600_000;

/** When each trigger wrote its last line, the oldest first. */
const logged = new Map<string, number>();

export function logHint(context: IWebhookFunctions, hint: string): void {
	const now = clocks.current.now();
	for (const [trigger, at] of logged) if (now - at >= LOG_EVERY_MS) logged.delete(trigger);
	const trigger = `${context.getWorkflow().id}\n${context.getNode().id}`;
	if (logged.has(trigger)) return;
	logged.set(trigger, now);
	warn(context, hint);
}

/**
 * Returns a function that says whether a message passes the filters. What a message lacks does not keep it out. A type
 * is compared with the kind of the message, too: `chat` is also `text`.
 */
export function messageFilter(filters: Filters, types: TypeNames): (message: EventMessage) => boolean {
	const keys = (list: string[]) => new Set(list.map((each) => readAddress(each)?.key));
	const [only, ignored] = [keys(filters.chatIds), keys(filters.ignoreChatIds)];
	const isAnyChat = only.size === 0 && ignored.size === 0 && filters.chats === 'all';
	return (message) => {
		if (filters.ignoreOwnMessages && message.fromMe === true) return false;
		const { key, kind } = (isAnyChat ? undefined : message.address) ?? {};
		if (key !== undefined && ignored.has(key)) return false;
		if (key !== undefined && only.size > 0 && !only.has(key)) return false;
		return (
			isKind(kind, filters.chats) &&
			isChosen(filters.instanceIds, () => [message.instanceId]) &&
			isChosen(filters.messageTypes, () => [message.type, kindOfType(message.type, types)]) &&
			isChosen(filters.statuses, () => [message.status])
		);
	};
}

function isKind(kind: ChatKind | undefined, chats: string): boolean {
	if (chats === 'direct') return (kind ?? 'direct') === 'direct';
	return chats !== 'groups' || (kind ?? 'group') === 'group';
}

function isChosen(list: string[], read: () => [value: unknown, kind?: string]): boolean {
	if (list.length === 0) return true;
	const [value, kind] = read();
	const text = textOf(value)?.toLowerCase();
	return text === undefined || list.some((each) => [text, kind].includes(each.toLowerCase()));
}

/** Reads the phone numbers in a list of chat IDs; one may stand for two, see `readChatNumber`. Other IDs stay. */
export async function withCountryCodes(context: TriggerContext, ids: string[]): Promise<string[]> {
	const code = await countryCodeFor(context, ids);
	return ids.flatMap((id) => {
		const chat = readChatNumber(id, code);
		return 'problem' in chat ? [id] : chat.numbers;
	});
}

/** Checks the chat IDs before the workflow is published. @throws UserError for one that no chat can have */
export async function requireChatIds(context: TriggerContext, trigger: Trigger): Promise<void> {
	const { chatIds, ignoreChatIds } = trigger.filters();
	for (const [label, ids] of Object.entries({ 'Chat IDs': chatIds, 'Ignore Chat IDs': ignoreChatIds })) {
		const code = await countryCodeFor(context, ids);
		for (const id of ids) {
			const chat = readChatNumber(id, code);
			if (!('problem' in chat) || isChatAddress(id) || isOpaqueId(id)) continue;
			const [reason, advice] = adviseOn(chat);
			throw new UserError(`The field "${label}" contains "${id}", which ${reason}`, advice);
		}
	}
}

async function countryCodeFor(context: TriggerContext, ids: string[]): Promise<string> {
	if (!ids.some(needsCountryCode)) return '';
	return (await credentialsAndWebhookUrl(context)).credentials.defaultCountryCode;
}

function adviseOn({ problem, lacksCode }: { problem: string; lacksCode?: true }): [string, string] {
	const advice = 'Write the number with + and its country code, e.g. +55 11 98765-4321';
	const orSet = `${advice}, or set Default Country Code in the credentials.`;
	if (lacksCode) return ['may lack its country code', orSet];
	if (problem !== NO_NUMBER) return [problem, `${advice}.`];
	return [
		'is neither a phone number nor a chat address',
		'Enter a number such as +55 11 98765-4321, or an ID as Chat > Get Many or an event shows it.',
	];
}

/** Whether a text is like an ID that a service makes, and not a name. */
function isOpaqueId(id: string): boolean {
	return (/^[a-z][\w.:-]*$/i.test(id) && /\d/.test(id)) || /^[\da-f-]{16,}$/i.test(id);
}
