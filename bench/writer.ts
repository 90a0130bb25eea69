import './order';
import '../test/setup';
import { runNode } from '../test/engine/engine';

/** One process of n8n that sends `count` messages, the text of each its name and number. */
const [baseUrl = '', apiKey = '', instance = '', chat = '', name = '', count = '0'] = process.argv.slice(2);

async function main(): Promise<void> {
	const { error } = await runNode({
		credentials: { apiKey, environment: 'test', baseUrl },
		parameters: {
			resource: 'message',
			operation: 'send',
			fields: {
				instanceId: { __rl: true, mode: 'id', value: instance },
				remoteJid: chat,
				type: 'text',
				content: `={{ JSON.stringify({ text: "${name} " + $json.n }) }}`,
			},
		},
		items: Array.from({ length: Number(count) }, (_, n) => ({ n })),
	});
	process.send?.({ error: error?.message });
}

main().then(() => process.exit(0), (error) => {
	console.error(error);
	process.exit(1);
});
