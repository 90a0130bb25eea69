import type { INodeProperties } from 'n8n-workflow';
import { choicesOf, property } from '../../shared/property';

/** A filter that is not added has its default, or that of `UNLESS_ADDED` in `settings.ts`; so does an option. */
export const filters = property('collection', 'Filters', 'filters', {
	placeholder: 'Add filter',
	options: [
		property('string', 'Chat IDs', 'chatIds', {
			placeholder: 'e.g. +55 11 98765-4321, 7700011@lid',
			description:
				'Comma-separated chats whose events start the workflow: phone numbers with country code (or with the Default Country Code of the credentials), or addresses as the events contain them. A phone number is never a group, and matches with and without the ninth digit of Brazilian numbers. Leave empty for all chats. Events that name no chat also pass.',
		}),
		property('string', 'Ignore Chat IDs', 'ignoreChatIds', {
			placeholder: 'e.g. +55 11 98765-4321, 7700011@lid',
			description: 'Chats whose events do not start the workflow, written like Chat IDs, which they overrule',
		}),
		property('multiOptions', 'Instance Names or IDs', 'instanceIds', {
			typeOptions: { loadOptionsMethod: 'getInstances' },
			default: [],
			allowArbitraryValues: true,
			description:
				'Instances whose events start the workflow. Leave empty for all instances. Events that name no instance also pass. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		}),
		property('multiOptions', 'Message Types', 'messageTypes', {
			options: [
				{ name: 'Album', value: 'album' },
				{ name: 'Audio or Voice Note', value: 'audio' },
				{ name: 'Contact', value: 'contact' },
				{ name: 'Document', value: 'document' },
				{ name: 'Image', value: 'image' },
				{ name: 'Location', value: 'location' },
				{ name: 'Order', value: 'order' },
				{ name: 'Poll', value: 'poll' },
				{ name: 'Poll Vote', value: 'poll_vote' },
				{ name: 'Product', value: 'product' },
				{ name: 'Sticker', value: 'sticker' },
				{ name: 'Tapped Button', value: 'button_reply' },
				{ name: 'Tapped List Row', value: 'list_reply' },
				{ name: 'Text', value: 'text' },
				{ name: 'Video', value: 'video' },
			],
			default: [],
			allowArbitraryValues: true,
			description:
				'Types of the messages that start the workflow. Leave empty for all types. Messages without a type also pass. Choose from the list, or specify other values of the field "type" of the output using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		}),
		property('boolean', 'Only Mentioned', 'onlyMentioned', {
			default: true,
			description:
				'Whether only those messages in groups start the workflow that mention the account or reply to it. An event that does not name the account does not pass. Direct chats are not affected.',
		}),
		property('string', 'Statuses', 'statuses', {
			placeholder: 'e.g. read, deleted',
			description:
				'Comma-separated values of the field "status" whose events start the workflow, or edited and deleted. They apply to Message Status only. Leave empty for all statuses.',
		}),
	],
});

export const options = property('collection', 'Options', 'options', {
	placeholder: 'Add option',
	options: [
		property('boolean', 'Deduplicate', 'deduplicate', {
			default: true,
			description: 'Whether to ignore a delivery that the trigger has already processed',
		}),
		property('boolean', 'Deduplicate After Restarts', 'deduplicateInStore', {
			default: true,
			description:
				"Whether to remember deliveries in n8n's database too, so that a duplicate is also ignored after a restart or in another process. Only if Deduplicate is on. It costs a few milliseconds per delivery.",
		}),
		property('string', 'Deduplicate Key', 'deduplicateKey', {
			placeholder: 'e.g. data.eventId',
			description:
				'Path to a field that is the same in duplicate deliveries and different in all others. It takes precedence over IDs in the headers. If empty, the trigger compares the whole delivery. A message ID alone is not enough, because one message can have several events.',
		}),
		property('boolean', 'Download Media', 'downloadMedia', {
			default: true,
			description:
				'Whether to return the file of a message as the field "data" of the item: any file that the event contains or links to, and otherwise the file of an audio or video message. If that fails, the workflow runs nonetheless, and the field "mediaError" says why.',
		}),
		property('boolean', 'Include Headers', 'includeHeaders', {
			description: 'Whether to include the headers of the delivery in the output, without the token',
		}),
		property('number', 'Ignore Messages Older Than (Hours)', 'maxAge', {
			typeOptions: { minValue: 0 },
			default: 24,
			description:
				'The age from which on a message has no chatId, phone and text, so that nobody answers a history. 24 applies unless you add this option; 0 = no limit.',
		}),
		property('number', 'Max File Size (MB)', 'maxFileSize', {
			typeOptions: { minValue: 1 },
			default: 100,
			description: 'Maximum size of a file that Download Media downloads',
		}),
		property('number', 'Max Texts per Person and Minute', 'maxPerChat', {
			typeOptions: { minValue: 0 },
			default: 30,
			description:
				'How many texts of one person in one chat start the workflow within a minute, so that two bots that answer each other stop. Files without a text are never dropped. 30 applies unless you add this option; 0 = no limit. In queue mode, each webhook process counts for itself.',
		}),
		property('boolean', 'Retry on Failure', 'retryOnFailure', {
			default: true,
			description: 'Whether the service should retry failed deliveries',
		}),
		property('options', 'Sample While Listening', 'sendTestEvent', {
			options: [
				{ name: 'Next Real Delivery', value: false, description: 'Wait for an event, e.g. a message to you' },
				{ name: 'Test Event', value: true, description: 'Ask the service for one; no filter applies to it' },
			],
			default: false,
			description: 'What to show when you listen in the editor. A published workflow never asks for test events.',
		}),
	],
});

/** The reference (section 6) does not document how the service signs deliveries, so every detail is a setting. */
const hmacSettings: INodeProperties[] = [
	property('options', 'Algorithm', 'algorithm', {
		options: choicesOf({ sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' }),
		default: 'sha256',
		description: 'Hash function of the signature',
	}),
	property('options', 'Encoding', 'encoding', {
		options: choicesOf({ base64: 'Base64', hex: 'Hexadecimal' }),
		default: 'hex',
		description: 'Encoding of the signature',
	}),
	property('string', 'Header Name', 'headerName', {
		default: 'x-signature',
		description: 'Header that contains the signature',
	}),
	property('string', 'Prefix', 'prefix', {
		placeholder: 'e.g. sha256=',
		description: 'Text before the signature',
	}),
	property('string', 'Secret', 'secret', {
		typeOptions: { password: true },
		description:
			'Shared secret of the webhook. If empty, the trigger uses the Webhook Secret of the credentials or, with automatic registration, generates a secret. Prefer to leave it empty, because n8n exports a secret entered here with the workflow.',
	}),
];

export const hmac = property('collection', 'HMAC', 'hmac', {
	placeholder: 'Add option',
	// All settings, so that the form shows them at once.
	default: { ...Object.fromEntries(hmacSettings.map((setting) => [setting.name, setting.default])) },
	displayOptions: { show: { verification: ['hmac'] } },
	description:
		'How the service signs the body of deliveries, as its dashboard says. If it signs a timestamp or an ID with the body, choose Header Token. If it does not say, set Verification to None for one test event and turn on Include Headers to see the signature.',
	options: hmacSettings,
});
