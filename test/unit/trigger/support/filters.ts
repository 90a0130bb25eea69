import {
	type Filters,
	messageFilter,
} from '../../../../nodes/MessagingIntegrationTrigger/events/filters';

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
	return messageFilter({ ...none, ...filters })(event).length > 0;
}
