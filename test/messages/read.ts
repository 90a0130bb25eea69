import { itemsOf, readEvents } from '../../nodes/MessagingIntegrationTrigger/delivery/events';
import { missingHint } from '../../nodes/MessagingIntegrationTrigger/delivery/hints';
import { parseFieldNames } from '../../nodes/transport/credentials/fieldNames';

export const CHAT = '5511987654321@s.whatsapp.net';
export const OTHER = '5511912345678@s.whatsapp.net';
export const GROUP = '120363025246125486@g.us';

/** The documented record (reference, section 2.9) of a message that somebody wrote. */
export const record = {
	id: 'm1',
	instanceId: 'i1',
	remoteJid: CHAT,
	fromMe: false,
	type: 'text',
	content: { text: 'Hi' },
	timestamp: 1_767_225_600,
	status: 'pending',
};

/** What a delivery starts: the items with *Simplify*, and the hint. @param fieldNames what the user enters */
export function read(delivery: unknown, fieldNames: object = {}) {
	const { events } = readEvents(Buffer.from(JSON.stringify(delivery)), parseFieldNames(fieldNames));
	const items: Array<Record<string, unknown>> = events.flatMap((each) => itemsOf(each, true)).map(({ json }) => json);
	return { items, hint: missingHint(events.flatMap(({ messages }) => messages)) };
}

/** The kind of an event, with "answerable" for a message that has an address. */
export function kindOf(delivery: unknown, fieldNames: object = {}): string {
	const [item = {}] = read(delivery, fieldNames).items;
	const isUnread = item.kind === 'message' && item.chatId === undefined;
	return isUnread ? 'no address' : String(item.kind);
}
