import type { DisplayCondition as Condition, IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** n8n 2.0 and 1.123 only accept conditions on the options of a collection if they begin with a slash. */
const notice = (
	name: string,
	displayName: string,
	displayOptions: IDisplayOptions,
): INodeProperties => ({ name, displayName, displayOptions, type: 'notice', default: '' });

const isSet: Condition[] = [{ _cnd: { exists: true } }];
const isTestEvent = { '/options.sendTestEvent': [true], registration: ['automatic'] };
const NEXT_REAL = 'under Options → Sample While Listening, choose Next Real Delivery';

export const filterNotices: INodeProperties[] = [
	notice(
		'chatIdsNotice',
		`The test event of the service comes from another chat; to try the workflow with a message from these chats, ${NEXT_REAL}`,
		{ show: { '/filters.chatIds': isSet, ...isTestEvent } },
	),
	notice(
		'messageTypesNotice',
		`The test event of the service may be of another type; to try the workflow with a message of these types, ${NEXT_REAL}`,
		{
			show: { '/filters.messageTypes': isSet, ...isTestEvent },
			hide: { '/filters.messageTypes': ['text'] },
		},
	),
	notice(
		'statusesNotice',
		'Own messages are ignored, so statuses of messages that you sent do not start the workflow; to receive them, choose Add filter → Ignore Own Messages, and leave its switch off',
		{ show: { '/filters.statuses': isSet }, hide: { '/filters.ignoreOwnMessages': [false] } },
	),
];
