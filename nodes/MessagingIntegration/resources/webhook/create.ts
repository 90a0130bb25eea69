import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { undocumentedBody } from '../../input/body';
import { boolean, json, list, optional, text } from '../../input/readers';

/** Reference, section 4.19; the fields are those of the Webhook record (section 2.10). */
export const create = operation({
	name: 'Create',
	action: 'Create webhook',
	description: 'Register a URL to which the service delivers events',
	request: 'POST /webhooks',
	...undocumentedBody(
		'webhook',
		{ url: text, events: list, headers: optional(json), isActive: boolean, retryOnFailure: boolean },
		[
			property('string', 'URL', 'url', {
				placeholder: 'e.g. https://example.com/events',
				description: 'URL to which the service delivers events',
			}),
			property('string', 'Events', 'events', {
				placeholder: 'e.g. message, message.status',
				description: 'Names of the events, separated by commas. Get Many shows those of your other webhooks.',
			}),
			property('json', 'Headers', 'headers', {
				description: 'Headers that the service sends with each delivery, as a JSON object, e.g. { "X-Token": "…" }',
			}),
			property('boolean', 'Is Active', 'isActive', {
				default: true,
				description: 'Whether the service delivers events to the webhook',
			}),
			property('boolean', 'Retry on Failure', 'retryOnFailure', {
				default: true,
				description: 'Whether the service should retry failed deliveries',
			}),
			property('string', 'Secret', 'secret', {
				typeOptions: { password: true },
				description: 'Shared secret of the webhook',
			}),
		],
	),
});
