import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { messagesIn } from '../../messages/findMessages';
import { type EventMessage, partsOf, present } from '../../messages/message';
import { type EventNames, kindOfType, type TypeNames } from '../../messages/parts';
import { warn } from '../../shared/log';
import { asObject } from '../../shared/values';
import { clocks } from '../../transport/clock';
import { type Headers, TOKEN_HEADER } from '../verification/verification';

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
	if (isSimplified)
		return messages.map((each) => ({ json: simplified(event, each, headers), messages: [each] }));
	const body = asObject(event) as IDataObject;
	return [{ json: headers === undefined ? body : { headers, body }, messages }];
}

/** Adds to the parts of a message what n8n's AI Agent and its memories read: `chatInput` and `sessionId`. */
function simplified(event: unknown, message: EventMessage, headers: IDataObject | undefined) {
	const { chatId, instanceId, eventName, text } = message;
	// One person may write to two instances; these are two conversations.
	const session = [instanceId, chatId].filter((each) => each !== undefined).join(':');
	const others = present({
		event: eventName,
		chatInput: text,
		sessionId: chatId === undefined ? undefined : session,
		headers,
	});
	return { ...partsOf(message), ...others, raw: event as IDataObject };
}

export function shownHeaders(headers: Headers, signatureHeader: string): IDataObject {
	const secret = [
		TOKEN_HEADER.toLowerCase(),
		signatureHeader.toLowerCase(),
		'authorization',
		'cookie',
	];
	const shown = Object.entries(headers).filter(([name]) => !secret.includes(name));
	return Object.fromEntries(shown) as IDataObject;
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

/** Says what was found in a message, for a user who listens in the editor. A file needs no text. */
export function recognizedHint([message]: EventMessage[], types: TypeNames): string | undefined {
	if (message?.record === undefined) return undefined;
	const found = PARTS_OF_A_REPLY.filter(([, , name]) => message[name] !== undefined).map(
		([label]) => label,
	);
	const isFile = (kindOfType(message.type, types) ?? 'text') !== 'text';
	const missing = PARTS_OF_A_REPLY.filter(
		([, , name]) => message[name] === undefined && !(isFile && name === 'text'),
	);
	const start = `Found in this event: ${found.join(', ') || 'nothing'}.`;
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
