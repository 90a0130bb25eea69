import type { DisplayCondition as Condition, IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** n8n 2.0 and 1.123 only accept conditions on the options of a collection if they begin with a slash. */
const notice = (
	name: string,
	displayName: string,
	displayOptions: IDisplayOptions,
): INodeProperties => ({ name, displayName, displayOptions, type: 'notice', default: '' });

const isSet: Condition[] = [{ _cnd: { exists: true } }];
const noTestEvent = { '/options.sendTestEvent': [false], registration: ['manual'] };
const NEXT_REAL = 'add the option Sample While Listening with Next Real Delivery';

/** Notices for options whose effect would surprise. */
export const optionNotices: INodeProperties[] = [
	notice(
		'chatIdsNotice',
		`The test event of the service comes from another chat; to try the workflow with a message from these chats, ${NEXT_REAL}`,
		{ show: { '/options.chatIds': isSet }, hide: noTestEvent },
	),
	notice(
		'messageTypesNotice',
		`The test event of the service may be of another type; to try the workflow with a message of these types, ${NEXT_REAL}`,
		{
			show: { '/options.messageTypes': isSet },
			hide: { '/options.messageTypes': ['text'], ...noTestEvent },
		},
	),
	notice(
		'statusesNotice',
		'Ignore Own Messages is on, so statuses of messages that you sent do not start the workflow; turn it off under Options to receive them',
		{ show: { '/options.statuses': isSet }, hide: { '/options.ignoreOwnMessages': [false] } },
	),
	notice('downloadMediaNotice', 'Download Media is off; turn it on to get the files', {
		show: { '/options.downloadMedia': [false] },
	}),
];
