import { operation } from '../common/operation';
import { undocumentedBody } from '../../input/collection';
import { boolean, json, list, optional, text } from '../../input/readers';
import { booleanField, stringField } from '../../../shared/formFields';

/** Reference, section 4.19; the fields are those of the Webhook record (section 2.10). */
export const create = operation({
	name: 'Create',
	value: 'create',
	action: 'Create webhook',
	description: 'Register a URL to which the service delivers events',
	request: 'POST /webhooks',
	...undocumentedBody(
		'webhook',
		{
			url: text,
			events: list,
			headers: optional(json),
			isActive: boolean,
			retryOnFailure: boolean,
		},
		[
			stringField('URL', 'url', 'URL to which the service delivers events', {
				placeholder: 'e.g. https://example.com/events',
			}),
			stringField(
				'Events',
				'events',
				'Names of the events, separated by commas. To see the names that your other webhooks use, run Get Many.',
				{ placeholder: 'e.g. message, message.status' },
			),
			{
				displayName: 'Headers',
				name: 'headers',
				type: 'json',
				default: '{}',
				description:
					'Headers that the service sends with each delivery, as a JSON object, e.g. { "X-Token": "…" }. An empty object is not sent.',
			},
			booleanField(
				'Is Active',
				'isActive',
				true,
				'Whether the service delivers events to the webhook',
			),
			booleanField(
				'Retry on Failure',
				'retryOnFailure',
				true,
				'Whether the service should retry failed deliveries',
			),
			stringField('Secret', 'secret', 'Shared secret of the webhook', {
				typeOptions: { password: true },
			}),
		],
	),
});
