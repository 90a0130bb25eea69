import type { INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../sandbox';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';
import { casesFor, idsOf, type Ids } from '../support/cases';
import { runNode } from '../support/engine';

let sandbox: Sandbox;
let ids: Ids;
setUpSandbox((started) => {
	sandbox = started;
	ids = idsOf(sandbox);
});

const credentials = () => credentialsFor(sandbox);
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Parameters of a valid case, some of them changed. */
function bad(name: string, changes: INodeParameters): INodeParameters {
	const found = casesFor(ids).find((each) => `${each.resource}.${each.operation}` === name);
	if (!found) throw new Error(`no case for ${name}`);
	return { ...found.parameters, resource: found.resource, operation: found.operation, ...changes };
}

describe('invalid input causes an error, and nothing is sent', () => {
	const rows: Array<[string, string, INodeParameters, RegExp]> = [
		[
			'a pairing code of 7 digits',
			'instance.pairPhone',
			{ pairingCode: '1234567' },
			/pairing code has 7 characters instead of 8/,
		],
		[
			'letters in a phone number',
			'instance.pairPhone',
			{ phone: '55119CALLME' },
			/"55119CALLME" is not a valid phone number/,
		],
		[
			'a phone number that is too short',
			'instance.pairPhone',
			{ phone: '12345' },
			/"12345" is not a valid phone number/,
		],
		[
			'empty participants',
			'group.addParticipants',
			{ participants: ' ,\n ' },
			/"Participants" is empty/,
		],
		[
			'a letter among participants',
			'group.addParticipants',
			{ participants: '5511987654321, x' },
			/"x" is not a valid phone number/,
		],
		[
			'an instance that is not a UUID',
			'instance.getStatus',
			{ instanceId: '={{ "abc/../x" }}' },
			/"abc\/..\/x" is not a valid Instance/,
		],
		[
			'the group ".."',
			'group.updateSettings',
			{ groupId: byId('..') },
			/".." is not a valid Group/,
		],
		[
			'a photo that is not a URL',
			'group.updatePhoto',
			{ photoUrl: 'photo.jpg' },
			/"photo.jpg" is not a valid image URL/,
		],
		[
			'a photo URL with a script',
			'group.updatePhoto',
			{ photoUrl: 'javascript:alert(1)' },
			/is not a valid image URL/,
		],
		[
			'malformed JSON',
			'instance.create',
			{ specifyBody: 'json', jsonBody: '{"name": }' },
			/"JSON Body" does not contain valid JSON/,
		],
		[
			'JSON that is not an object',
			'instance.create',
			{ specifyBody: 'json', jsonBody: '[1]' },
			/must contain a JSON object/,
		],
		[
			'malformed content',
			'message.send',
			{ specifyBody: 'fields', messageFields: { content: '{text}' } },
			/"Content" does not contain valid JSON/,
		],
		['nothing to update', 'group.updateSettings', { updateFields: {} }, /No fields to update/],
		[
			'a path to another host',
			'contact.apiRequest',
			{ path: 'https://evil.example/x' },
			/relative to the Base URL/,
		],
		[
			'a path without scheme to another host',
			'contact.apiRequest',
			{ path: '//evil.example/x' },
			/relative to the Base URL/,
		],
		[
			'a path with ".." segments',
			'contact.apiRequest',
			{ path: '/contacts/../../admin' },
			/must not contain "." or ".." segments/,
		],
		[
			'a path with encoded ".." segments',
			'contact.apiRequest',
			{ path: '/contacts/%2e%2e%2fadmin' },
			/must not contain "." or ".." segments/,
		],
		[
			'a path with a query',
			'contact.apiRequest',
			{ path: '/contacts?x=1' },
			/query parameters under Query Parameters/,
		],
	];
	test.each(rows)('%s', async (_what, name, changes, message) => {
		const { error } = await runNode({ credentials: credentials(), parameters: bad(name, changes) });
		expect(error?.message).toMatch(message);
		expect(error?.context?.itemIndex).toBe(0);
		expect(sandbox.log).toEqual([]);
	});

	test('an ID cannot leave its segment', async () => {
		await runNode({
			credentials: credentials(),
			parameters: bad('group.updateSettings', { groupId: byId('a/../../instances?x=1#y') }),
		});
		expect(sandbox.log.map(({ url }) => url)).toEqual([
			'/api/v2/groups/a%2F..%2F..%2Finstances%3Fx%3D1%23y/settings',
		]);
	});

	test('malformed JSON from an expression says how to insert a text', async () => {
		const { error } = await runNode({
			credentials: credentials(),
			parameters: bad('message.send', {
				specifyBody: 'json',
				jsonBody: '={ "text": "{{ $json.text }}" }',
			}),
			items: [{ text: 'He said "hello"' }],
		});
		expect(error?.message).toBe('The field "JSON Body" does not contain valid JSON');
		expect(error?.description).toContain('{{ JSON.stringify($json.text) }}');
		expect(sandbox.log).toEqual([]);
	});

	test('one invalid item stops all items before anything is sent', async () => {
		const { error } = await runNode({
			credentials: credentials(),
			parameters: bad('instance.create', { specifyBody: 'json', jsonBody: '={{ $json.body }}' }),
			items: [
				{ body: '{"name":"a"}' },
				{ body: '{"name":"b"}' },
				{ body: '{' },
				{ body: '{"name":"d"}' },
			],
		});
		expect(error?.message).toMatch(/does not contain valid JSON/);
		expect(error?.context?.itemIndex).toBe(2);
		expect(error?.description).toMatch(
			/Of 4 items, 0 succeeded, item 2 failed .*, and 3 were not sent/,
		);
		expect(sandbox.log).toEqual([]);
	});

	test('an expression that fails for one item stops all items before anything is sent', async () => {
		const { error } = await runNode({
			credentials: credentials(),
			parameters: bad('instance.create', {
				specifyBody: 'fields',
				instanceFields: { name: '={{ $json.n === 2 ? $("Missing").item.json.x : "a" }}' },
			}),
			items: [{ n: 0 }, { n: 1 }, { n: 2 }],
		});
		expect(error?.message).toMatch(/node doesn.t exist/);
		expect(sandbox.log).toEqual([]);
	});

	test('with continue-on-fail the valid items are sent and the invalid one contains the error', async () => {
		const { outputs, error } = await runNode({
			credentials: credentials(),
			onError: 'continueErrorOutput',
			parameters: bad('instance.create', { specifyBody: 'json', jsonBody: '={{ $json.body }}' }),
			items: [{ body: '{"name":"a"}' }, { body: '{' }, { body: '{"name":"c"}' }],
		});
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['a', { item: 0 }],
			['c', { item: 2 }],
		]);
		expect(outputs[1]).toHaveLength(1);
		expect(outputs[1]?.[0]?.json.error).toMatch(/does not contain valid JSON/);
		expect(outputs[1]?.[0]?.pairedItem).toEqual({ item: 1 });
	});
});

describe('an unusable response causes an error', () => {
	const always = (fault: Omit<Fault, 'times'>): Fault => ({ ...fault, times: Infinity });
	const rows: Array<[string, Fault, RegExp, RegExp]> = [
		[
			'HTML',
			always({ kind: 'html', status: 200 }),
			/response is a web page instead of API data \(200\)/,
			/end with \/api\/v2/,
		],
		[
			'truncated JSON',
			always({ kind: 'cutJson' }),
			/incomplete or is not valid JSON/,
			/damaged it/,
		],
		[
			'success false with 200',
			always({
				kind: 'raw',
				status: 200,
				body: { success: false, error: { code: 'X', message: 'no' } },
			}),
			/^no \(200\)$/,
			/rejected this request, although .*error code is X\./,
		],
		[
			'500',
			always({ kind: 'status', status: 500 }),
			/^Something went wrong on our side \(500\)$/,
			/^The service failed to process this request\. .*Try again later/,
		],
		[
			'404',
			always({ kind: 'status', status: 404 }),
			/^Something went wrong on our side \(404\)$/,
			/could not find the requested resource\. Check the ID/,
		],
		[
			'422',
			always({ kind: 'status', status: 422 }),
			/^Something went wrong on our side \(422\)$/,
			/rejected the values .*\. Check the node's fields/,
		],
		[
			'a redirect',
			always({ kind: 'redirect', location: 'https://other.example/x' }),
			/redirected this request to other\.example/,
			/never sends the API key to another host/,
		],
	];
	test.each(rows)('%s', async (_what, fault, message, description) => {
		sandbox.addFault(fault);
		const { error } = await runNode({
			credentials: credentials(),
			parameters: { resource: 'instance', operation: 'getStatus', instanceId: byId(ids.instance) },
		});
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(description);
	});

	test('a 429 if the node should not wait', async () => {
		sandbox.addFault({ kind: 'rateLimited', retryAfter: 3600, times: Infinity });
		const { error } = await runNode({
			// Another key, because the rate limiter pauses this one for the rest of the process.
			credentials: { ...credentials(), apiKey: sandbox.keys.bare },
			parameters: {
				resource: 'instance',
				operation: 'getStatus',
				instanceId: byId(ids.instance),
				options: { onRateLimit: 'fail' },
			},
		});
		expect(error?.description).toMatch(/API key has reached its rate limit/);
		expect(sandbox.log).toHaveLength(1);
	});
});

describe('invalid credentials cause an error that names the field', () => {
	const rows: Array<[string, (good: ReturnType<typeof credentials>) => object, RegExp, RegExp]> = [
		[
			'a live key in a test environment',
			(good) => ({ ...good, apiKey: sandbox.keys.live }),
			/production key, but .* the Test environment/,
			/Environment field to Production/,
		],
		[
			'a test key in production',
			(good) => ({ ...good, environment: 'production' }),
			/test key, but .* the Production environment/,
			/starts with sk_live_/,
		],
		['no key', (good) => ({ ...good, apiKey: ' ' }), /API key is missing/, /API Key field/],
		[
			'a key with a line break inside',
			(good) => ({ ...good, apiKey: 'sk_test_a\nb' }),
			/invalid characters/,
			/Copy it again/,
		],
		['no base URL', (good) => ({ ...good, baseUrl: '' }), /base URL is missing/, /Base URL field/],
		[
			'a base URL without a scheme',
			(good) => ({ ...good, baseUrl: 'service.example' }),
			/not a valid URL/,
			/https:\/\//,
		],
		[
			'a base URL without /api/v2',
			(good) => ({ ...good, baseUrl: sandbox.origin }),
			/must end with \/api\/v2/,
			/Base URL field/,
		],
		[
			'plain http to a public host',
			(good) => ({ ...good, baseUrl: 'http://service.example/api/v2' }),
			/start with https/,
			/Plain HTTP/,
		],
		[
			'a base URL with a password',
			(good) => ({ ...good, baseUrl: 'https://a:b@service.example/api/v2' }),
			/must not contain credentials/,
			/Remove/,
		],
		[
			'an unknown key',
			(good) => ({ ...good, apiKey: 'sk_test_unknown' }),
			/API key is invalid, expired or revoked \(401\)/,
			/UNAUTHORIZED/,
		],
		[
			'a key that may only read',
			(good) => ({ ...good, environment: 'production', apiKey: sandbox.keys.readOnly }),
			/lacks the permission .*\(403\)/,
			/INSUFFICIENT_PERMISSIONS/,
		],
	];
	test.each(rows)('%s', async (_what, change, message, description) => {
		const { error } = await runNode({
			credentials: change(credentials()) as ReturnType<typeof credentials>,
			parameters: { resource: 'instance', operation: 'create', instanceFields: { name: 'x' } },
		});
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(description);
		expect(sandbox.ledger).toEqual([]);
	});

	test('a service that refuses the connection', async () => {
		const { error } = await runNode({
			credentials: { ...credentials(), baseUrl: 'http://127.0.0.1:9/api/v2' },
			parameters: {
				resource: 'instance',
				operation: 'create',
				instanceFields: { name: 'x' },
				options: { maxWait: 0 },
			},
		});
		expect(error?.message).toBe('The service refused the connection');
		expect(error?.description).toMatch(/Check the host and port.*ECONNREFUSED/);
		expect(error?.httpCode).toBe('ECONNREFUSED');
	});

	test('a trailing slash is ignored', async () => {
		const { error } = await runNode({
			credentials: { ...credentials(), baseUrl: `${sandbox.baseUrl}//` },
			parameters: { resource: 'instance', operation: 'getAll' },
		});
		expect(error).toBeUndefined();
		expect(sandbox.log.map(({ path }) => path)).toEqual(['/instances']);
	});
});
