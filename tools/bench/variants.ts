import type { Sandbox } from '../sandbox';
import type { NodeOf } from './n8n/workflows';
import type { N8n } from './n8n/session';

/** A way to send many messages with n8n. */
export interface Variant {
	name: string;
	nodeFor(n8n: N8n, sandbox: Sandbox): Promise<NodeOf>;
}

/** Digits only, for the request that HTTP Request sends as it is. */
const PHONE = '5511987654321';

const instanceOf = ({ data }: Sandbox) => data.instances.find(({ status }) => status === 'connected')!.id;

/** All variants, for a limit of `limit` requests per window. */
export function variantsFor(limit: number, windowSeconds: number): Variant[] {
	const batching = (batchSize: number, batchInterval: number) => ({
		options: { batching: { batch: { batchSize, batchInterval } } },
	});
	const windowMs = windowSeconds * 1000;
	const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 };
	const number = (value: number) => value.toLocaleString('en');
	return [
		{ name: 'this node', nodeFor: ourNode },
		{ name: 'HTTP Request', nodeFor: httpRequest({}) },
		{ name: 'HTTP Request, Retry On Fail', nodeFor: httpRequest({}, retry) },
		{
			name: `HTTP Request, 1 item per ${number(windowMs / limit)} ms`,
			nodeFor: httpRequest(batching(1, windowMs / limit)),
		},
	];
}

async function ourNode({ api }: N8n, sandbox: Sandbox): Promise<NodeOf> {
	const { baseUrl, keys } = sandbox;
	const { nodeType, credentialType } = await import('../e2e/n8n/package.mjs');
	return {
		type: nodeType,
		typeVersion: 1,
		parameters: {
			instanceId: { __rl: true, mode: 'id', value: instanceOf(sandbox) },
			recipient: { __rl: true, mode: 'phone', value: PHONE },
			text: '=m {{ $json.n }}',
		},
		credentials: {
			[credentialType]: await api.saveCredential({
				name: sandbox.origin,
				type: credentialType,
				data: { apiKey: keys.test, environment: 'test', baseUrl },
			}),
		},
	};
}

function httpRequest(parameters: NodeOf['parameters'], settings = {}): Variant['nodeFor'] {
	return async ({ api }, sandbox) => {
		const { baseUrl, keys } = sandbox;
		const body = `{ instanceId: '${instanceOf(sandbox)}', remoteJid: '${PHONE}', type: 'text', content: { text: 'm ' + $json.n } }`;
		return {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.5,
			parameters: {
				method: 'POST',
				url: `${baseUrl}/messages`,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpHeaderAuth',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: `={{ ${body} }}`,
				...parameters,
			},
			credentials: {
				httpHeaderAuth: await api.saveCredential({
					name: sandbox.origin,
					type: 'httpHeaderAuth',
					data: { name: 'Authorization', value: `Bearer ${keys.test}` },
				}),
			},
			...settings,
		};
	};
}
