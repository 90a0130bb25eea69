import { property } from '../../shared/property';

/** The filters. What applies to one that is not added is its default, or in `UNLESS_ADDED` of `settings.ts`. */
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
			typeOptions: { loadOptionsMethod: 'getInstances', allowArbitraryValues: true },
			default: [],
			description:
				'Instances whose events start the workflow. Leave empty for all instances. Events that name no instance also pass. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		}),
		property('string', 'Message Types', 'messageTypes', {
			placeholder: 'e.g. text, audio',
			description:
				'Comma-separated types of the messages that start the workflow, as the field "type" of the output contains them. Leave empty for all types. Messages without a type also pass.',
		}),
		property('boolean', 'Only Mentioned', 'onlyMentioned', {
			// Off unless it is added.
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

/** The optional settings; the same applies to those that are not added. */
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
			// Off unless it is added.
			default: true,
			description:
				'Whether to return the file of a message as the field "data" of the item: any file that the event contains or links to, and otherwise the file of an audio or video message. If that fails, the workflow runs nonetheless, and the field "mediaError" says why.',
		}),
		property('boolean', 'Include Headers', 'includeHeaders', {
			description: 'Whether to include the headers of the delivery in the output, without the token',
		}),
		property('number', 'Max File Size (MB)', 'maxFileSize', {
			typeOptions: { minValue: 1 },
			default: 100,
			description: 'Maximum size of a file that Download Media downloads',
		}),
		property('number', 'Max Messages per Chat and Minute', 'maxPerChat', {
			typeOptions: { minValue: 0 },
			default: 20,
			description:
				'How many events of one chat start the workflow within a minute, so that two bots that answer each other stop. 20 applies unless you add this option; 0 = no limit.',
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
