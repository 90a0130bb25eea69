import type { IDataObject, INode } from 'n8n-workflow';
import { Outcomes } from '../../../nodes/MessagingIntegration/run/outcomes';
import { UserError } from '../../../nodes/shared/userError';
import type { ServiceCredentials } from '../../../nodes/transport/credentials/credentials';
import { ServiceError } from '../../../nodes/transport/errors/serviceError';

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

/** What a retry finds out about a write, after the first execution has ended it with `end`, or in flight. */
function found(end: { failure: ServiceError } | 'in flight', retried: Item = {}) {
	const executeData: { metadata?: object } = {};
	const first = outcomesOf({ options: { maxWait: 1 } }, executeData);
	const item = { index: 0, identity: first.identity, kind: 'write' as const };
	first.outcomes.begin(item);
	if (end !== 'in flight') first.outcomes.end(item, end);
	const { metadata } = JSON.parse(JSON.stringify(executeData)) as typeof executeData;
	const next = outcomesOf({ ...retried, options: { maxWait: 1, ...retried.options } }, { metadata });
	return next.outcomes.find({ ...item, identity: next.identity });
}

test('an error of the service is the same after a retry', () => {
	const failure = new ServiceError({ status: 502, attempts: 2, outcomeUnknown: true });
	expect(found({ failure })).toEqual({ isOfEarlierExecution: true, failure });
	expect(found({ failure })?.failure).toBeInstanceOf(ServiceError);
});

test('a write that was in flight has an error after a retry that says so', () => {
	const failure = new UserError(
		'The execution ended before the service responded',
		'The request may have been carried out. Check before you send it again.',
	);
	expect(found('in flight')).toEqual({ isOfEarlierExecution: true, failure });
	expect(found('in flight')?.failure).toMatchObject({ description: failure.description });
});

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
	expect(found('in flight', retried) !== undefined).toBe(isKnown);
});
