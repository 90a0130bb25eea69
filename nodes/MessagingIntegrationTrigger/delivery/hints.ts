import type { IWebhookFunctions } from 'n8n-workflow';
import type { EventMessage } from '../../messages/message';
import { warn } from '../../shared/log';
import { joinSentences } from '../../shared/texts';
import { clocks } from '../../transport/clock';
import { hintForListener } from '../registration/hooks';
import { triggerKey } from '../settings/settings';
import type { DeliveredEvent } from './events';

const NOT_JSON =
	'The body of this delivery is not JSON, so nothing was read from it, and no filter applies. It is the file of the item. Let the service send JSON.';

const FIELD_NAMES = 'to the JSON in the field Field Names of the credentials:';
const fieldNamesLine = (key: string, name: string, value: string) =>
	`${FIELD_NAMES} "${key}": { ${JSON.stringify(name)}: ${JSON.stringify(value)} }`;
const pathLine = (part: string) => fieldNamesLine('event', part, `path.of.the.${part}`);
const ignoreLine = (field: string) =>
	`If this field says nothing, add this ${FIELD_NAMES} "ignore": [${JSON.stringify(field)}]`;

const unansweredHint = (field: string) =>
	`its field "${field}" says that it is not to be answered. ${ignoreLine(field)}`;

/** What is missing, and what to enter. @param by the name or the field that says so, perhaps empty */
const HINTS: Record<string, (by: string) => string> = {
	history: () => 'it has more than 100 messages, which are a history rather than news.',
	name: (by) =>
		`its name or type "${by}" is not known. If it brings messages, add this ${fieldNamesLine('events', by, 'message')}`,
	content: () => `no message with content was found. If there is one, add this, with its path, ${pathLine('message')}`,
	fromMe: (by) =>
		`nothing says who wrote it. If others wrote all events with this name, add this ${fieldNamesLine('events', by, 'received')}. If a field says it, add this, with its path, ${pathLine('fromMe')}`,
	chat: () => `no address of a chat was found. If there is one, add this, with its path, ${pathLine('chat')}`,
	group: (by) => `its field "${by}" is that of a group, whose address was not found. ${ignoreLine(by)}`,
	type: unansweredHint,
	flag: unansweredHint,
	age: () => 'it is older than Options → Ignore Messages Older Than (Hours) allows. Add this option to change it.',
};

/** Says why nobody can answer an event that may be a message, and what to enter; of several events, of the first. */
export function missingHint(messages: EventMessage[]): string | undefined {
	const unreadMessage = messages.find(({ kind, missing }) => kind === 'unknown' || missing?.part === 'age');
	if (unreadMessage?.missing === undefined) return undefined;
	const { part, by } = unreadMessage.missing;
	return `This event has no chatId, so that nobody answers it by mistake: ${HINTS[part]!(by)}`;
}

/** When each trigger wrote its last line. */
const lastHintTimes = new Map<string, number>();

/** Returns what the user should read about a delivery, and logs why nobody can answer its events. */
export function deliveryHint(
	context: IWebhookFunctions,
	isJson: boolean,
	events: DeliveredEvent[],
): string | undefined {
	const missingPartHint = isJson ? missingHint(events.flatMap(({ messages }) => messages)) : NOT_JSON;
	if (missingPartHint !== undefined) logHint(context, missingPartHint);
	return joinSentences(hintForListener(context) ?? '', missingPartHint ?? '') || undefined;
}

/** Logs a hint, at most one an hour. */
function logHint(context: IWebhookFunctions, hint: string): void {
	const now = clocks.current.now();
	const trigger = triggerKey(context);
	if (now - (lastHintTimes.get(trigger) ?? 0) < 3_600_000) return;
	lastHintTimes.set(trigger, now);
	warn(context, hint);
}
