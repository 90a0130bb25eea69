import type { Operation } from '../common/operation';
import { webhookId } from '../../fields/locators';

/** Reference, section 4.18. Not in a file `test.ts`: n8n's linter takes that for a left-over test. */
export const testWebhook: Operation = {
	option: {
		name: 'Test',
		value: 'test',
		action: 'Test a webhook',
		description: 'Make the service send a test event to a webhook',
		routing: { request: { method: 'POST', url: '/webhooks/{webhookId}/test' } },
	},
	fields: [webhookId],
};
