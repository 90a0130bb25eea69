import type { INodeProperties } from 'n8n-workflow';
import { filterNotices, filters, options } from './collections';
import { hmac, hmacNotice } from './hmacProperty';

export const properties: INodeProperties[] = [
	{
		displayName: 'Event Names or IDs',
		name: 'events',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getEvents', allowArbitraryValues: true },
		default: [],
		displayOptions: { show: { registration: ['automatic'] } },
		description:
			'Events to receive. The list shows the event names of your existing webhooks; enter others under Other Events. If both are empty, the service chooses the events. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Other Events',
		name: 'otherEvents',
		type: 'string',
		default: '',
		placeholder: 'e.g. message.edited, message.deleted',
		displayOptions: { show: { registration: ['automatic'] } },
		description: 'Comma-separated event names that the list above does not contain',
	},
	{
		displayName:
			'To receive only messages, choose or enter the name of their event, which is in "event" of the output; otherwise, other events may start the workflow too, such as new connections',
		name: 'eventsNotice',
		type: 'notice',
		default: '',
		// A notice cannot depend on what a list has loaded, so it depends on what is chosen.
		displayOptions: {
			show: { registration: ['automatic'] },
			hide: { events: [{ _cnd: { exists: true } }], otherEvents: [{ _cnd: { exists: true } }] },
		},
	},
	{
		displayName: 'Chats',
		name: 'chats',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Messages from everywhere' },
			{
				name: 'Direct Chats',
				value: 'direct',
				description: 'Excludes groups, status updates, broadcasts and channels',
			},
			{
				name: 'Groups',
				value: 'groups',
				description: 'Only chats whose address ends with @g.us',
			},
		],
		default: 'all',
		description:
			'Which chats start the workflow. Events that name no chat also pass, e.g. that an instance was connected, and so do those whose address does not show whether it is a group.',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description:
			'Whether to return one item per message with the same fields for all events, e.g. chatId, phone and text, instead of the event as the service sends it. The event is in the field "raw".',
	},
	filters,
	...filterNotices,
	{
		displayName: 'Registration',
		name: 'registration',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					'Creates the webhook when you publish the workflow, and removes it when you unpublish the workflow',
			},
			{
				name: 'Manual',
				value: 'manual',
				description: 'You create the webhook yourself in the dashboard of the service',
			},
		],
		default: 'automatic',
		description: 'How the webhook is created',
	},
	{
		displayName:
			'In the dashboard of the service, create a webhook with the Production URL above and with the Webhook Secret of your credentials, either as the value of the header X-Messaging-Integration-Token (for Header Token) or as its secret (for HMAC Signature)',
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['manual'] } },
	},
	{
		displayName: 'Verification',
		name: 'verification',
		type: 'options',
		options: [
			{
				name: 'Header Token',
				value: 'headerToken',
				description: 'Each delivery must contain a token that only the service and this trigger know',
			},
			{
				name: 'HMAC Signature',
				value: 'hmac',
				description: 'Each delivery must be signed with a shared secret',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Anyone who knows the webhook URL can start the workflow',
			},
		],
		default: 'headerToken',
		description: 'How to verify that a delivery comes from the service',
	},
	hmacNotice,
	hmac,
	options,
];
