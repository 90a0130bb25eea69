import { messagesIn } from '../../messages/findMessages';
import type { EventMessage } from '../../messages/message';
import type { EventNames } from '../../messages/parts';

export interface DeliveredEvent {
	event: unknown;
	messages: EventMessage[];
}

/** Reads the events of a JSON body, which the reference (section 6) does not show: a list of them, or one. */
export function readEvents(raw: Buffer, names: EventNames): DeliveredEvent[] | undefined {
	const events = parseEvents(raw);
	return events?.map((event) => ({ event, messages: messagesIn(event, names) }));
}

function parseEvents(raw: Buffer): unknown[] | undefined {
	if (raw.length === 0) return [{}];
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
		return [JSON.parse(text) as unknown].flat();
	} catch {
		return undefined;
	}
}
