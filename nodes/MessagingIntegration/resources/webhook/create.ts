import { operation } from '../common/operation';
import { undocumentedBody } from '../../input/body';
import { boolean, json, list, optional, text } from '../../input/readers';

/** Reference, section 4.19; the fields are those of the Webhook record (section 2.10). */
export const create = operation({
	name: 'Create',
	value: 'create',
	action: 'Create webhook',
	description: 'Register a URL to which the service delivers events',
	request: 'POST /webhooks',
	...undocumentedBody(
		'webhook',
		{ url: text, events: list, headers: optional(json), isActive: boolean, retryOnFailure: boolean },
		[
			{
				displayName: 'URL',
				name: 'url',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/events',
				description: 'URL to which the service delivers events',
			},
			{
				displayName: 'Events',
				name: 'events',
				type: 'string',
				default: '',
				placeholder: 'e.g. message, message.status',
				description:
					'Names of the events, separated by commas. To see the names that your other webhooks use, run Get Many.',
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
				description: 'Whether the service delivers events to the webhook',
			},
			{
				displayName: 'Retry on Failure',
				name: 'retryOnFailure',
				type: 'boolean',
				default: true,
				description: 'Whether the service should retry failed deliveries',
			},
			{
				displayName: 'Secret',
				name: 'secret',
				type: 'string',
				typeOptions: { password: true },
				default: '',
				description: 'Shared secret of the webhook',
			},
		],
	),
});
