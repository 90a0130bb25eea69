import { messagesIn } from '../../../../nodes/messages/findMessages';
import { DEFAULT_FIELD_NAMES } from '../../../../nodes/transport/credentials/fieldNames';
import { messageFilter } from '../../../../nodes/MessagingIntegrationTrigger/delivery/events';
import type { Filters } from '../../../../nodes/MessagingIntegrationTrigger/settings/settings';

export const AUTOMATIC = DEFAULT_FIELD_NAMES.event;

/** Filters that let everything pass. */
const none: Filters = {
	ignoreOwnMessages: false,
	chats: 'all',
	chatIds: [],
	ignoreChatIds: [],
	messageTypes: [],
	statuses: [],
	instanceIds: [],
};

export function passesFilters(event: unknown, filters: Partial<Filters>): boolean {
	return messagesIn(event, AUTOMATIC).some(messageFilter({ ...none, ...filters }, DEFAULT_FIELD_NAMES.types));
}
