import type { Operation } from '../common/operation';
import { undocumentedBodyFields } from '../../fields/open';
import { undocumentedBody } from '../../input/prepare';

/** Reference, section 4.19; the fields are those of the Webhook record, section 2.10. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a webhook',
		description: 'Configure an address to which the service delivers events',
		routing: {
			request: { method: 'POST', url: '/webhooks' },
			send: { preSend: [undocumentedBody('url', 'events')] },
		},
	},
	fields: undocumentedBodyFields('webhook', '2.10', [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/events',
			description: 'Address to which events are delivered',
		},
		{
			displayName: 'Events',
			name: 'events',
			type: 'string',
			default: '',
			placeholder: 'e.g. names from an existing webhook',
			description:
				'Kinds of events, separated by commas. Their names are not shown in the reference; Get Many shows those of your webhooks.',
		},
		{
			displayName: 'Headers',
			name: 'headers',
			type: 'json',
			default: '{}',
			description:
				'Headers that the service sends with each delivery, as a JSON object, e.g. { "X-Token": "…" }. An empty object is not sent.',
		},
		{
			displayName: 'Is Active',
			name: 'isActive',
			type: 'boolean',
			default: true,
			description: 'Whether events are delivered',
		},
		{
			displayName: 'Retry on Failure',
			name: 'retryOnFailure',
			type: 'boolean',
			default: true,
			description: 'Whether the service repeats a delivery that failed',
		},
		{
			displayName: 'Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Shared secret of the webhook',
		},
	]),
};
