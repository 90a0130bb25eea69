import type { IDataObject } from 'n8n-workflow';
import type { EventMessage } from '../../messages/message';
import { partsOf, present } from '../../messages/message';
import { asObject } from '../../shared/values';
import { type Headers, TOKEN_HEADER } from '../verification/verification';
import type { DeliveredEvent } from './events';

/**
 * Returns the JSON of an event's items, with the messages of each: simplified, one item per message; else the event as
 * received or, with headers, `{ headers, body }`.
 */
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

/** Returns the headers of a delivery without those that contain secrets. */
export function shownHeaders(headers: Headers, signatureHeader: string): IDataObject {
	const hidden = [TOKEN_HEADER, signatureHeader, 'authorization', 'cookie'].map((name) =>
		name.toLowerCase(),
	);
	const shown = Object.entries(headers).filter(([name]) => !hidden.includes(name));
	return Object.fromEntries(shown) as IDataObject;
}
