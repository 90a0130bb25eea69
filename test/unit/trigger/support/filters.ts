import { messagesIn } from '../../../../nodes/messages/findMessages';
import { DEFAULT_FIELD_NAMES } from '../../../../nodes/transport/credentials/fieldNames';
import { messageFilter } from '../../../../nodes/MessagingIntegrationTrigger/delivery/events';
import type { Filters } from '../../../../nodes/MessagingIntegrationTrigger/settings/settings';

/** No names of the user. */
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

/** Whether an event starts the workflow, with only these filters. */
export function passesFilters(event: unknown, filters: Partial<Filters>): boolean {
	return messagesIn(event, AUTOMATIC).some(
		messageFilter({ ...none, ...filters }, DEFAULT_FIELD_NAMES.message.types),
	);
}
