import '../processes/order';
import type { INodeExecutionData } from 'n8n-workflow';
import '../../test/setup';
import { runNode } from '../../test/engine/support/engine';
import { report } from '../processes/measured';

/** The node in n8n's engine, in this process: Return All of messages by cursor, or of instances by page. */
const [origin = '', list = '', size = '0'] = process.argv.slice(2);

const PARAMETERS = {
	messages: {
		resource: 'chat',
		operation: 'getMessages',
		chatId: { __rl: true, mode: 'id', value: 'chat' },
		returnAll: true,
	},
	instances: { resource: 'instance', operation: 'getAll', returnAll: true },
};

/** Kept until the end. */
let records: INodeExecutionData[] = [];

report(
	async (length) => {
		records = [];
		const { error, items } = await runNode({
			credentials: {
				apiKey: 'sk_test_list',
				environment: 'test',
				baseUrl: `${origin}/${length}/api/v2`,
			},
			parameters: PARAMETERS[list as keyof typeof PARAMETERS],
		});
		if (error) throw error;
		records = items;
		return records.length;
	},
	Number(size),
	Number(size) / 5,
);
