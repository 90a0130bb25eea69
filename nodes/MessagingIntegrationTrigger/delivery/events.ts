import type { IDataObject } from 'n8n-workflow';
import { type EventMessage, type EventNames, messagesIn } from '../../messages/message';
import { isHistory } from '../../messages/records';
import { addTo, partsOf } from '../../messages/simplify';
import { parseJson } from '../../shared/texts';
import { asObject } from '../../shared/values';
import { TOKEN_HEADER } from '../../transport/credentials/credentials';
import type { Verification } from '../settings/settings';
import type { Headers } from './verify';

/** An event, and those of its messages that pass the filters. */
export type DeliveredEvent = { event: unknown; messages: EventMessage[] };

/** Reads the events of a body, which the reference (section 6) does not show: a list of them, or one. */
export function readEvents(raw: Buffer, names: EventNames, passes: (message: EventMessage) => boolean = () => true) {
	const json = raw.length === 0 ? {} : parseJson(new TextDecoder().decode(raw));
	const isJson = !(json instanceof SyntaxError);
	// Every entry of a list is an event. A body that is not JSON is an event of which nothing is known.
	const list = isHistory(json) ? [json] : [isJson ? json : {}].flat();
	return { isJson, events: list.map((event) => ({ event, messages: messagesIn(event, names).filter(passes) })) };
}

/** Returns the items of an event: as received, or one per message, with what n8n's AI Agent and its memories read. */
export function itemsOf({ event, messages }: DeliveredEvent, isSimplified: boolean, headers?: IDataObject) {
	if (!isSimplified) {
		const body = asObject(event) as IDataObject;
		return [{ json: headers === undefined ? body : { headers, body }, messages }];
	}
	return messages.map((message) => {
		const { kind, eventNames, sentBy, record } = message;
		const item = partsOf(message);
		const raw = (messages.length > 1 ? record : event) as IDataObject;
		const sessionId = sessionOf(message, item);
		// What is not recognized may be a message.
		const triggerFields = { kind: kind === 'unknown' ? 'message' : kind, event: eventNames[0], sentBy };
		return {
			json: addTo(item, { ...triggerFields, chatInput: item.text, sessionId, headers, raw }),
			messages: [message],
		};
	});
}

/** A conversation: of an instance, since one person may write to two, with a person, whose address may change. */
function sessionOf({ chatKind }: EventMessage, { chatId, phone, instanceId }: IDataObject): string | undefined {
	if (chatId === undefined) return undefined;
	const partner = String(chatKind === 'direct' ? (phone ?? chatId) : chatId);
	return instanceId === undefined ? partner : `${String(instanceId)}:${partner}`;
}

/** Returns the headers without the token, the signature and what else proves who sent them. */
export function publicHeaders(headers: Headers, verification: Verification): IDataObject {
	const signature = verification.mode === 'hmac' ? [verification.headerName] : [];
	const secret = [TOKEN_HEADER, ...signature, 'authorization', 'cookie'].map((name) => name.toLowerCase());
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.includes(name))) as IDataObject;
}
