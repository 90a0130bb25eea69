import { TOKEN_HEADER } from '../../transport/credentials/credentials';
import { property } from '../../shared/property';
import type { INodeProperties } from 'n8n-workflow';
import { filters, hmac, options } from './collections';

/** The kinds of events. The editor makes an action of each name, e.g. "On connection change". */
const kinds = [
	{ name: 'Connection Change', value: 'connection', description: 'An account was connected or disconnected' },
	{ name: 'Message Received', value: 'message', description: 'Somebody wrote, or tapped a button' },
	{ name: 'Message Sent From the Account', value: 'ownMessage', description: 'By the API, or by a person' },
	{ name: 'Message Status', value: 'status', description: 'Sent, delivered, read, edited, deleted' },
	{ name: 'Other Events', value: 'other', description: 'Groups, calls, typing, contacts, chats, anything else' },
	{ name: 'Reaction', value: 'reaction', description: 'Somebody reacted to a message' },
];

/** The names of the chosen kinds of events, for the line under the node. */
export const subtitle = `={{ [$parameter["triggerOn"]].flat().filter(Boolean).map((kind) => (${JSON.stringify(
	Object.fromEntries(kinds.map(({ name, value }) => [value, name])),
)})[kind] ?? kind).join(", ") }}`;

export const properties: INodeProperties[] = [
	property('multiOptions', 'Trigger On', 'triggerOn', {
		required: true,
		options: kinds,
		default: ['message'],
		description:
			'What starts the workflow. An event that is not recognized counts as Message Received, but has no chatId, so that nobody answers it by mistake; a hint says what is missing.',
	}),
	property('options', 'Chats', 'chats', {
		options: [
			{ name: 'Direct Chats', value: 'direct', description: 'Of one person with the account' },
			{ name: 'Direct Chats and Groups', value: 'all' },
			{ name: 'Direct Chats, Groups, Status Updates, Broadcasts and Channels', value: 'everything' },
			{ name: 'Groups', value: 'groups' },
		],
		default: 'direct',
		description:
			'Which chats start the workflow. Chats of which nothing tells whether they are groups pass, too. A reply to a status update or to a channel is a post.',
	}),
	property('boolean', 'Simplify', 'simplify', {
		default: true,
		description:
			'Whether to return one item per message with the same fields for all events, e.g. chatId, phone and text, instead of the event as the service sends it. The message is in the field "raw".',
	}),
	property('multiOptions', 'Event Names or IDs', 'events', {
		typeOptions: { loadOptionsMethod: 'getEvents' },
		default: [],
		allowArbitraryValues: true,
		description:
			'Names of the service\'s events to receive. The list shows those of your existing webhooks; enter others under More Event Names. If both are empty, the service chooses the events. Events without a name pass, too. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	property('string', 'More Event Names', 'otherEvents', {
		placeholder: 'e.g. message.edited, message.deleted',
		description: 'Comma-separated event names that the list above does not contain',
	}),
	filters,
	property('options', 'Registration', 'registration', {
		options: [
			{ name: 'Automatic', value: 'automatic', description: 'Publishing creates it, and unpublishing removes it' },
			{ name: 'Manual', value: 'manual', description: 'You create it yourself in the dashboard of the service' },
		],
		default: 'automatic',
		description: 'How the webhook is created',
	}),
	property(
		'notice',
		`In the dashboard of the service, create a webhook with the Production URL above and with the Webhook Secret of your credentials, either as the value of the header ${TOKEN_HEADER} (for Header Token) or as its secret (for HMAC Signature)`,
		'manualNotice',
		{ default: '', displayOptions: { show: { registration: ['manual'] } } },
	),
	property('options', 'Verification', 'verification', {
		options: [
			{ name: 'Header Token', value: 'headerToken', description: 'By a token that only the service and n8n know' },
			{ name: 'HMAC Signature', value: 'hmac', description: 'Each delivery must be signed with a shared secret' },
			{ name: 'None', value: 'none', description: 'Anyone who knows the webhook URL can start the workflow' },
		],
		default: 'headerToken',
		description: 'How to verify that a delivery comes from the service',
	}),
	hmac,
	options,
];
