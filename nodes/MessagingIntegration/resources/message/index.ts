import type { Resource } from '../common/operation';
import { apiRequest } from '../common/apiRequest';
import { send } from './send';
import { sendAndWaitOperation } from './sendAndWait';
import { sendText } from './sendText';

export const message: Resource = {
	option: { name: 'Message', value: 'message' },
	defaultOperation: 'sendText',
	operations: [sendText, sendAndWaitOperation, send, apiRequest('message')],
};
