import { operation } from '../common/operation';
import { webhookId } from '../../fields/fields';

/** Reference, section 4.18. n8n's linter reports a file `test.ts` as a leftover test, hence its name. */
export const testWebhook = operation({
	name: 'Test',
	action: 'Test webhook',
	description: 'Make the service send a test event to a webhook',
	request: 'POST /webhooks/{webhookId}/test',
	fields: [webhookId],
});
