import '../processes/order';
import { rmSync } from 'node:fs';
import '../../test/setup';
import { runNode } from '../../test/engine/support/engine';
import { report } from '../processes/measured';

/** The node in n8n's engine, in this process, which downloads into n8n's store in files. */
const [baseUrl = '', apiKey = '', messageId = '', size = '0'] = process.argv.slice(2);

report(
	async (bytes) => {
		const { error, items } = await runNode({
			credentials: { apiKey, environment: 'test', baseUrl },
			parameters: {
				resource: 'download',
				operation: 'getVideo',
				messageId,
				options: { queryParameters: { parameters: [{ name: 'size', value: String(bytes) }] } },
			},
		});
		if (error) throw error;
		const binary = items[0]?.binary?.data;
		if (!binary?.id?.startsWith('filesystem'))
			throw new Error(`not stored in files: ${JSON.stringify({ ...binary, data: undefined })}`);
		return Number(binary.bytes ?? 0);
	},
	Number(size),
	1 << 20,
	() => rmSync(process.env.N8N_USER_FOLDER ?? '', { recursive: true, force: true }),
);
