import type { IDataObject } from 'n8n-workflow';
import { asObject } from '../../shared/plainValues';
import { type Headers, TOKEN_HEADER } from '../verification/verification';
import { addressOf } from './filters';
import { type EventMessage, findField, ownField, textIn } from './message';

/**
 * Returns the JSON of an event's items, with the messages of each: one item with the event as received or, with
 * headers, `{ headers, body }`; simplified, one item per message.
 */
export function itemsOf(
	event: unknown,
	messages: EventMessage[],
	isSimplified: boolean,
	headers: IDataObject | undefined,
): Array<{ json: IDataObject; messages: EventMessage[] }> {
	if (isSimplified)
		return messages.map((each) => ({ json: simplified(event, each, headers), messages: [each] }));
	const body = asObject(event) as IDataObject;
	return [{ json: headers === undefined ? body : { headers, body }, messages }];
}

/**
 * Returns the same fields whatever the event looks like, without those that it does not have. `chatInput` and
 * `sessionId` are the names that n8n's AI Agent and its memories read.
 */
function simplified(
	event: unknown,
	message: EventMessage,
	headers: IDataObject | undefined,
): IDataObject {
	const instanceId = plain(findField(message, 'instanceId'));
	const chatId = plain(findField(message, 'remoteJid', 'chatId'));
	const { kind, phone } = addressOf(message) ?? {};
	const text = textIn(message);
	// One person may write to two instances; these are two conversations.
	const session = [instanceId, chatId].filter((each) => each !== undefined).join(':');
	const fields: Record<string, unknown> = {
		event: plain(findField(message, 'event')),
		instanceId,
		chatId,
		messageId: plain(ownField(message, 'id')),
		fromMe: plain(findField(message, 'fromMe')),
		isGroup: kind && kind === 'group',
		phone: phone && `+${phone}`,
		type: plain(ownField(message, 'type')),
		text,
		timestamp: plain(ownField(message, 'timestamp')),
		chatInput: text,
		sessionId: chatId === undefined ? undefined : session,
		headers,
		raw: event,
	};
	const present = Object.entries(fields).filter(([, value]) => value !== undefined);
	return Object.fromEntries(present) as IDataObject;
}

/** Returns a text, a number or a boolean as it is; undefined for any other value. */
function plain(value: unknown): unknown {
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}

/** Returns the headers of a delivery without those that contain secrets. */
export function shownHeaders(headers: Headers, signatureHeader: string): IDataObject {
	const hidden = [TOKEN_HEADER, signatureHeader, 'authorization', 'cookie'].map((name) =>
		name.toLowerCase(),
	);
	const shown = Object.entries(headers).filter(([name]) => !hidden.includes(name));
	return Object.fromEntries(shown) as IDataObject;
}
