import type { IWebhookFunctions } from 'n8n-workflow';
import type { EventMessage } from '../../messages/message';
import { warn } from '../../shared/log';
import { clocks } from '../../transport/clock';

export const NOT_JSON =
	'The body of this delivery is not JSON, so nothing was read from it, and no filter applies. It is the file of the item. Let the service send JSON.';

/** Says why nobody can answer an event that may be a message, and which key of Field Names helps. */
export function missingHint(messages: EventMessage[]): string | undefined {
	const unknown = messages.find(({ kind }) => kind === 'unknown');
	if (unknown === undefined) return undefined;
	const { chat, content } = unknown;
	const help = 'Enter its name in the field Field Names of the credentials';
	const start = 'This event has no chatId, because it is not sure that it is a message that somebody else wrote.';
	if (content.found === 'nothing')
		return `${start} No content was found. If it contains a message: ${help}, as "event.message" or "event.text". To receive only messages, choose their event in Event Names or IDs.`;
	if (chat === undefined) return `${start} No chat was found. ${help}, as "event.chat".`;
	return `${start} Nothing says who wrote it. ${help}, as "event.fromMe".`;
}

const LOG_EVERY_MS = 3_600_000;

/** When each trigger wrote its last line. */
const logged = new Map<string, number>();

export function logHint(context: IWebhookFunctions, hint: string): void {
	const now = clocks.current.now();
	const trigger = `${context.getWorkflow().id}\n${context.getNode().id}`;
	if (now - (logged.get(trigger) ?? 0) < LOG_EVERY_MS) return;
	logged.set(trigger, now);
	warn(context, hint);
}
