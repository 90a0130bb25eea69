import type { IWebhookFunctions } from 'n8n-workflow';
import type { EventMessage } from '../../messages/message';
import { chatIdOf, kindOfType } from '../../messages/simplify';
import { warn } from '../../shared/log';
import { clocks } from '../../transport/clock';
import type { FieldNames } from '../../transport/credentials/fieldNames';

/** The parts that the filters and a reply need, with their keys in Field Names. */
const PARTS: Array<[label: string, key: string, read: (message: EventMessage) => unknown]> = [
	['the chat', 'event.chat', (message) => message.chat],
	['the text', 'event.text', ({ text }) => text],
	['whether it is an own message', 'event.fromMe', ({ fromMe }) => fromMe],
	['the type', 'event.type', ({ type }) => type],
	['the instance', 'event.instance', ({ instanceId }) => instanceId],
	['the ID', 'event.id', ({ messageId }) => messageId],
];

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

/** Says to a user who listens what was found in a message. What is no text needs none. */
export function recognizedHint([message]: EventMessage[], types: FieldNames['types']): string | undefined {
	if (message === undefined || chatIdOf(message) === undefined) return undefined;
	const isText = (kindOfType(message.type, types) ?? 'text') === 'text';
	const isFound = (part: (typeof PARTS)[number]) => part[2](message) !== undefined;
	const missing = PARTS.filter((part) => !isFound(part) && (isText || part[1] !== 'event.text'));
	const start = `Found in this event: ${PARTS.filter(isFound)
		.map(([label]) => label)
		.join(', ')}.`;
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
