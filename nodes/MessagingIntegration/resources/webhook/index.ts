import type { Resource } from '../common/operation';
import { apiRequest } from '../common/apiRequest';
import { create } from './create';
import { getAll } from './getAll';
import { testWebhook } from './testWebhook';

export const webhook: Resource = {
	option: { name: 'Webhook', value: 'webhook' },
	defaultOperation: 'getAll',
	operations: [create, getAll, testWebhook, apiRequest('webhook')],
};
