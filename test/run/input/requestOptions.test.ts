import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { readOptions } from '../../../nodes/MessagingIntegration/run/options';
import { useInstantClock } from '../../support/instantClock';

useInstantClock();

const readAll = (method: string, options: IDataObject, requestOptions: IDataObject = {}) =>
	readOptions(
		{
			getNodeParameter: (name: string) => (name === 'requestOptions' ? requestOptions : options),
			getExecutionCancelSignal: () => undefined,
		} as unknown as IExecuteSingleFunctions,
		method,
	);
const read = (given: IDataObject) => readAll('GET', {}, given).requestOptions;

const [GET, POST] = [
	{
		requestKind: 'read',
		concurrency: 5,
		settings: { hasOptions: true, onRateLimit: 'wait', maxWaitMs: 300_000, retryWrites: false },
	},
	{
		requestKind: 'write',
		concurrency: 1,
		settings: { hasOptions: true, onRateLimit: 'wait', maxWaitMs: 300_000, retryWrites: false },
	},
];
const set = (base: typeof GET, changes: object) => ({ ...base, settings: { ...base.settings, ...changes } });

test.each<[string, IDataObject, object]>([
	['GET', {}, GET],
	['GET', { pause: { min: 1 }, concurrency: 2.9 }, { ...GET, concurrency: 2 }],
	['GET', { concurrency: 'many' }, { ...GET, concurrency: 1 }],
	['GET', { maxWait: -1 }, GET],
	['GET', { maxWait: 0, onRateLimit: 'fail' }, set(GET, { maxWaitMs: 0, onRateLimit: 'fail' })],
	['POST', { pause: {}, retryWrites: 'false' }, POST],
	['POST', { pause: { min: 0, max: 3 } }, { ...POST, pauseMs: 1500 }],
	['POST', { pause: { max: 3 } }, { ...POST, pauseMs: 3000 }],
	['POST', { retryWrites: true }, { ...set(POST, { retryWrites: true }), requestKind: 'repeatableWrite' }],
	['PUT', {}, { ...POST, requestKind: 'repeatableWrite' }],
])('a %s with the options %j is sent as %j', (method, options, expected) => {
	expect(readAll(method, options)).toEqual({ ...expected, requestOptions: {} });
});

test.each([
	[{}, {}],
	[{ timeout: 500 }, { timeout: 500 }],
	[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
])('the settings %j are the request options %j', (given, expected) => {
	expect(read(given)).toEqual(expected);
});

test('a proxy with a name and a password becomes what n8n expects', () => {
	const auth = { username: 'user', password: 'p@ss' };
	const proxy = { protocol: 'http', host: 'proxy.example', port: 8080, auth };
	expect(read({ proxy: 'http://user:p%40ss@proxy.example:8080' })).toEqual({ proxy });
	expect(read({ proxy: 'https://proxy.example' })).toMatchObject({ proxy: { port: 443 } });
});
