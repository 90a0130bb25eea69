import { parseCredentials, requireReachable } from '../../../../nodes/transport/credentials/credentials';

const service = parseCredentials({ apiKey: 'key', baseUrl: 'https://service.example/api/v2' });
const local = parseCredentials({ apiKey: 'key', baseUrl: 'http://127.0.0.1:4010/api/v2' });

test.each(['http://localhost:5678/webhook', 'https://10.0.0.8/webhook', 'https://n8n.local/'])(
	'neither the service nor the recipient reaches %s, unless the service is local',
	(url) => {
		for (const visitor of ['service', 'recipient'] as const) {
			const cannotReach = `The ${visitor} cannot reach this n8n instance`;
			expect(() => requireReachable(url, service, visitor)).toThrow(cannotReach);
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
