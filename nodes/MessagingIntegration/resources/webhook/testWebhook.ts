import { operation } from '../common/operation';
import { webhookId } from '../../fields/locators';

/**
 * Reference, section 4.18. The file is not called `test.ts` because n8n's linter reports such a file as a leftover
 * test.
 */
export const testWebhook = operation({
	name: 'Test',
	value: 'test',
	action: 'Test webhook',
	description: 'Make the service send a test event to a webhook',
	request: 'POST /webhooks/{webhookId}/test',
	fields: [webhookId],
});
