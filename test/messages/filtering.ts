import { messagesIn } from '../../nodes/messages/message';
import { DEFAULT_FIELD_NAMES } from '../../nodes/transport/credentials/fieldNames';
import { messageFilter } from '../../nodes/MessagingIntegrationTrigger/delivery/filters';
import type { Filters } from '../../nodes/MessagingIntegrationTrigger/settings/settings';

export const AUTOMATIC = DEFAULT_FIELD_NAMES;

export const ALL_KINDS = new Set(['message', 'ownMessage', 'reaction', 'status', 'connection', 'other']);

/** Filters that let everything pass. */
const none: Filters = {
	triggerOn: ALL_KINDS,
	events: [],
	chats: 'everything',
	chatIds: [],
	ignoreChatIds: [],
	messageTypes: [],
	statuses: [],
	instanceIds: [],
	onlyMentioned: false,
};

export function passesFilters(event: unknown, filters: Partial<Filters>): boolean {
	return messagesIn(event, AUTOMATIC).some(messageFilter({ ...none, ...filters }, DEFAULT_FIELD_NAMES.types, ''));
}
