import type { IWebhookFunctions } from 'n8n-workflow';
import type { EventMessage } from '../../messages/message';
import { warn } from '../../shared/log';
import { clocks } from '../../transport/clock';
import { triggerKey } from '../settings/settings';

export const NOT_JSON =
	'The body of this delivery is not JSON, so nothing was read from it, and no filter applies. It is the file of the item. Let the service send JSON.';

const FIELD_NAMES = 'to the JSON in the field Field Names of the credentials:';
const entry = (key: string, name: string, says: string) =>
	`${FIELD_NAMES} "${key}": { ${JSON.stringify(name)}: ${JSON.stringify(says)} }`;
const path = (part: string) => entry('event', part, `path.of.the.${part}`);
const ignored = (field: string) =>
	`If this field says nothing, add this ${FIELD_NAMES} "ignore": [${JSON.stringify(field)}]`;

/** What is missing, and what to enter. @param by the name or the field that says so, perhaps empty */
const HINTS: Record<string, (by: string) => string> = {
	history: () => 'it has more than 100 messages, which are a history rather than news.',
	name: (by) =>
		`its name or type "${by}" is not known. If it brings messages, add this ${entry('events', by, 'message')}`,
	type: (by) => `its type "${by}" says that it is not to be answered. If it is, add this ${entry('types', 'text', by)}`,
	content: () => `no message with content was found. If there is one, add this, with its path, ${path('message')}`,
	fromMe: (by) =>
		`nothing says who wrote it. If others wrote all events with this name, add this ${entry('events', by, 'received')}. If a field says it, add this, with its path, ${path('fromMe')}`,
	chat: () => `no address of a chat was found. If there is one, add this, with its path, ${path('chat')}`,
	group: (by) => `its field "${by}" is that of a group, whose address was not found. ${ignored(by)}`,
	flag: (by) => `its field "${by}" says that it is not to be answered. ${ignored(by)}`,
	age: () => 'it is older than Options → Ignore Messages Older Than (Hours) allows. Add this option to change it.',
};

/** Says why nobody can answer an event that may be a message, and what to enter; of several events, of the first. */
export function missingHint(messages: EventMessage[]): string | undefined {
	const unread = messages.find(({ kind, missing }) => kind === 'unknown' || missing?.part === 'age');
	if (unread?.missing === undefined) return undefined;
	const { part, by } = unread.missing;
	return `This event has no chatId, so that nobody answers it by mistake: ${HINTS[part]!(by)}`;
}

/** When each trigger wrote its last line. */
const logged = new Map<string, number>();

/** Logs a hint, at most one an hour. */
export function logHint(context: IWebhookFunctions, hint: string): void {
	const now = clocks.current.now();
	const trigger = triggerKey(context);
	if (now - (logged.get(trigger) ?? 0) < 3_600_000) return;
	logged.set(trigger, now);
	warn(context, hint);
}
