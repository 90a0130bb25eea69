import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INodeType,
} from 'n8n-workflow';
import { MessagingIntegrationApi } from '../../../credentials/MessagingIntegrationApi.credentials';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { additionalDataOf, registryOf } from '../../support/workflow';

// n8n's own way to read a rule's key; the library comes without types.
const get = jest.requireActual<(value: unknown, path: string) => unknown>('lodash/get');

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const credential = new MessagingIntegrationApi();
const good = () => credentialsFor(sandbox);

type Rule = { type: string; properties: { value: unknown; key?: string; message: string } };

/** Runs the credential test like n8n's "Test" button: its request by RoutingNode, then its rules. */
async function testCredential(data: ICredentialDataDecryptedObject): Promise<string> {
	const type = {
		description: {
			name: 'temp',
			version: 1,
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: credential.name, required: true }],
			properties: [{ name: 'temp', type: 'string', default: '', routing: { request: credential.test.request } }],
		},
	} as unknown as INodeType;
	const nodeTypes = registryOf(() => type);
	const node = {
		id: 'temp',
		name: 'Temp',
		type: 'temp',
		typeVersion: 1,
		parameters: {},
		position: [0, 0] as [number, number],
		credentials: { [credential.name]: { id: '1', name: 'x' } },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const executeData = { node, data: {}, source: null };
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataOf(data, {}),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		input,
		executeData,
		[],
	);
	const decrypted = { id: '1', name: 'x', type: credential.name, data };
	const rules = credential.test.rules as Rule[];
	try {
		const [[first] = []] = (await new RoutingNode(context, type, decrypted).runNode()) ?? [];
		const failed = rules.find(
			({ type: kind, properties }) =>
				kind === 'responseSuccessBody' && get(first?.json, properties.key ?? '') === properties.value,
		);
		return failed?.properties.message ?? 'OK';
	} catch (error) {
		const { cause, message } = error as Error & { cause?: { response?: { status: number }; code?: string } };
		if (!cause?.response) return cause?.code ?? message;
		const { status } = cause.response;
		const rule = rules.find(({ type: kind, properties }) => kind === 'responseCode' && properties.value === status);
		return rule?.properties.message ?? `no message for ${status}`;
	}
}

test('a valid key passes with one small request', async () => {
	// A slash at the end of the Base URL is ignored.
	expect(await testCredential({ ...good(), baseUrl: `${sandbox.baseUrl}/` })).toBe('OK');
	expect(sandbox.log.map(({ url }) => url)).toEqual(['/api/v2/instances?limit=1']);
});

const faults: Array<[string, Fault, RegExp]> = [
	['429', { kind: 'rateLimited', retryAfter: 1 }, /used up its requests for this minute \(429\)/],
	['a web page', { kind: 'html', status: 200 }, /returned a web page/],
	['success false', { kind: 'raw', status: 200, body: { success: false } }, /refused to list/],
	['a redirect', { kind: 'redirect', location: 'https://other.example/' }, /to another URL/],
];
test.each(faults)('%s has its own message', async (_what, fault, expected) => {
	sandbox.addFault(fault);
	const message = await testCredential(good());
	expect(message).toMatch(expected);
	expect(message).not.toContain(sandbox.keys.test);
});

const fields: Array<[string, (data: ReturnType<typeof good>) => ICredentialDataDecryptedObject, RegExp]> = [
	['401', (data) => ({ ...data, apiKey: 'sk_test_unknown' }), /rejected this API key/],
	[
		'403',
		(data) => ({ ...data, environment: 'production', apiKey: sandbox.keys.noInstances }),
		/works, but it has no permission to list instances/,
	],
	[
		'plain http to a public host',
		(data) => ({ ...data, baseUrl: 'http://service.example/api/v2' }),
		/start with https:\/\/\. Correct the Base URL field/,
	],
];
test.each(fields)('%s has its own message', async (_what, change, expected) => {
	expect(await testCredential(change(good()))).toMatch(expected);
});

describe('a request with these credentials', () => {
	const authenticate = async (options: Partial<IHttpRequestOptions> & { uri?: string }) =>
		await credential.authenticate(good(), options as IHttpRequestOptions);

	test.each([
		['an absolute URL', () => ({ url: `${sandbox.baseUrl}/instances` })],
		['a path with a base URL', () => ({ url: '/instances', baseURL: sandbox.baseUrl })],
		["a `uri`, as n8n's HTTP Request node calls it", () => ({ uri: `${sandbox.baseUrl}/a` })],
	])('to %s gets the key, but not after a redirect to another host', async (_what, url) => {
		const request = await authenticate({ ...url(), headers: { 'X-Own': '1' } });
		expect(request.headers).toEqual({ 'X-Own': '1', Authorization: `Bearer ${sandbox.keys.test}` });
		expect(request).toMatchObject({ sendCredentialsOnCrossOriginRedirect: false });
	});
});
