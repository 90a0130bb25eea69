import { parseCredentials, requireReachable } from '../../../nodes/transport/credentials/credentials';

const service = parseCredentials({ apiKey: 'key', baseUrl: 'https://service.example/api/v2' });
const local = parseCredentials({ apiKey: 'key', baseUrl: 'http://127.0.0.1:4010/api/v2' });

test.each(['http://localhost:5678/webhook', 'https://10.0.0.8/webhook', 'https://n8n.local/'])(
	'neither the service nor the recipient reaches %s, unless the service is local',
	(url) => {
		const then = { service: ', restart n8n and activate the workflow again', recipient: ' and restart n8n' };
		for (const visitor of ['service', 'recipient'] as const) {
			const message = `The ${visitor} cannot reach this n8n instance: the webhook URL ${new URL(url).origin} is reachable only from this machine or network`;
			const description = `Set n8n's environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to its public https URL${then[visitor]}. n8n Cloud and the tunnel for development do this automatically.`;
			const error = expect.objectContaining({ message, description }) as Error;
			expect(() => requireReachable(url, service, visitor)).toThrow(error);
			expect(() => requireReachable(url, local, visitor)).not.toThrow();
		}
	},
);

test('the recipient reaches a public URL without https, the service requires https', () => {
	const url = 'http://n8n.example.com/webhook';
	expect(() => requireReachable(url, service, 'recipient')).not.toThrow();
	expect(() => requireReachable(url, service, 'service')).toThrow('does not use https');
	expect(() => requireReachable('https://n8n.example.com/', service, 'service')).not.toThrow();
});
