import type { IDataObject, INode } from 'n8n-workflow';
import { Outcomes } from '../../../nodes/MessagingIntegration/run/outcomes';
import type { ServiceCredentials } from '../../../nodes/transport/credentials/credentials';

const account = { apiKey: 'k', baseUrl: 'https://a/api/v2', environment: 'test' } as ServiceCredentials;

interface Item {
	options?: IDataObject;
	path?: string;
	file?: string;
	account?: Partial<ServiceCredentials>;
	credentials?: string;
	isInvalid?: boolean;
}

function outcomesOf({ options = {}, credentials = '1', ...item }: Item, executeData: { metadata?: object }) {
	const node = { parameters: { options }, credentials: { messagingIntegrationApi: { id: credentials, name: 'A' } } };
	const outcomes = new Outcomes(node as unknown as INode, executeData);
	const request = { method: 'POST' as const, path: item.path ?? '/a' };
	const prepared = item.isInvalid ? undefined : { request, file: item.file };
	return { outcomes, identity: outcomes.identify({ ...account, ...item.account }, prepared) };
}

/** What a retry finds out about a write that was in flight when the first execution ended. */
function found(retried: Item = {}) {
	const executeData: { metadata?: object } = {};
	const first = outcomesOf({ options: { maxWait: 1 } }, executeData);
	const item = { index: 0, identity: first.identity, requestKind: 'write' as const };
	first.outcomes.begin(item);
	const { metadata } = JSON.parse(JSON.stringify(executeData)) as typeof executeData;
	const next = outcomesOf({ ...retried, options: { maxWait: 1, ...retried.options } }, { metadata });
	return next.outcomes.find({ ...item, identity: next.identity });
}

const changed = { additionalFields: 1 };
test.each<[Item, boolean]>([
	[{}, true],
	[{ options: { retryWrites: true, maxWait: 2 }, path: '/now' }, true],
	[{ options: changed }, true],
	[{ isInvalid: true }, true],
	[{ isInvalid: true, options: changed }, false],
	[{ options: changed, path: '/now' }, false],
	[{ options: changed, file: 'another' }, false],
	[{ account: { apiKey: 'another' } }, true],
	[{ account: { environment: 'production' } }, false],
	[{ account: { baseUrl: 'https://b/api/v2' } }, false],
	[{ credentials: '2' }, false],
])('if the retry has %j, it knows the write: %s', (retried, isKnown) => {
	expect(found(retried) !== undefined).toBe(isKnown);
});
