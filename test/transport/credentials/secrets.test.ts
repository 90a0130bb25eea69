import type { INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { casesFor } from '../../run/support/cases';
import { idsOf } from '../../support/ids';
import { runNode, searchList } from '../../support/engine';
import { Service, useService } from '../../support/service';
import { serialize, recordLogs } from '../../support/logs';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const statuses = [400, 401, 403, 404, 409, 422, 500, 503];
const faults: Fault[] = [
	...statuses.map((status): Fault => ({ kind: 'status', status, times: Infinity })),
	{ kind: 'reset', times: Infinity },
	{ kind: 'html', status: 200, times: Infinity },
	{ kind: 'cutJson', times: Infinity },
	{ kind: 'cutBody', times: Infinity },
	{ kind: 'redirect', location: 'https://other.example/', times: Infinity },
	// Last, because it pauses the requests of this key.
	{ kind: 'rateLimited', retryAfter: 1, times: Infinity },
];

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'errors, items and logs do not contain the key (%s)',
	async (onError) => {
		const { keys } = sandbox;
		const credentials = credentialsFor(sandbox);
		const results: unknown[] = [];
		const logs = recordLogs();
		for (const fault of faults) {
			sandbox.reset();
			sandbox.addFault(fault);
			const cases = casesFor(idsOf(sandbox)).filter(({ name }) => /\.(create|getVideo|updatePhoto)$/.test(name));
			for (const each of cases) {
				const { items, error } = await runNode({
					credentials,
					parameters: { ...each.parameters, options: { maxWait: 0 } },
					onError,
				});
				// A truncated film cannot be detected.
				const undetectable = fault.kind === 'cutJson' && each.name.startsWith('download');
				const failed = items.some(({ json }) => json.error !== undefined) || error !== undefined;
				expect({ ...each, fault, failed }).toEqual({ ...each, fault, failed: !undetectable });
				results.push(items, error);
			}
			expect(sandbox.log.length).toBeGreaterThan(0);
		}
		expect(logs.length).toBeGreaterThan(0);
		const text = serialize([results, logs]);
		expect(text).not.toContain(keys.test);
		expect(text).not.toContain(keys.test.slice(8));
		expect(text).not.toContain('Bearer');
	},
	120_000,
);

/** A service that returns the API key everywhere that the user can see. */

const KEY = 'sk_test_5f"b/4+9\\c=2e';
const server = useService(new Service());
const credentials = () => server.credentials(KEY);
const api = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'contact',
	operation: 'apiRequest',
	method: 'GET',
	path: '/contacts',
	...more,
});
const download: INodeParameters = { resource: 'download', operation: 'getVideo', messageId: 'm1' };
const record = { [`of ${KEY}`]: [{ deep: `Bearer ${KEY}` }], url: `https://x.example/?key=${encodeURIComponent(KEY)}` };
const failure = { success: false, error: { code: `NO_${KEY}`, message: `The key ${KEY} may not do this` } };
const hidden = (value: object) => JSON.stringify(value).replaceAll('sk_test', '\\u0073k_test');

const MARK = '[API key]';
const JSON_TYPE = { 'content-type': 'application/json' };
const named = (name: string) => ({ 'content-disposition': `attachment; filename*=UTF-8''a%20${name}` });
test.each([
	['a record', api(), 200, JSON.stringify(record), JSON_TYPE],
	['a record, hidden by escapes', api(), 200, hidden(record), JSON_TYPE],
	['a text', api(), 200, `hello ${KEY}`, { 'content-type': 'text/plain' }],
	['an error with status 200', api(), 200, JSON.stringify(failure), {}],
	['the name of a file, hidden by escapes', download, 200, 'film', named(`%73k${encodeURIComponent(KEY.slice(2))}`)],
	[
		'the name of a file in JSON',
		download,
		200,
		JSON.stringify({ fileName: `a ${KEY}`, mimetype: 'video/mp4', base64: Buffer.alloc(90_000).toString('base64') }),
		JSON_TYPE,
	],
] as Array<[string, INodeParameters, number, string, Record<string, string>]>)(
	'%s: the key is redacted from output and logs',
	async (_what, parameters, status, body, headers) => {
		server.respond = (_req, res) => void res.writeHead(status, headers).end(body);
		const logs = recordLogs();
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { items, error } = await runNode({ credentials: credentials(), parameters, onError });
			const shown = serialize([items, error, logs]);
			expect(shown).toContain(MARK);
			for (const form of [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1)])
				expect(shown).not.toContain(form);
			// Nor part of it, because slashes are replaced in file names.
			expect(shown).not.toContain('sk_test_5f');
		}
	},
);

test('pickers do not show the key', async () => {
	server.json({ data: [{ id: '1', name: `of ${KEY}` }] });
	expect(JSON.stringify(await searchList('searchInstances', credentials()))).toContain(`of ${MARK}`);
});
