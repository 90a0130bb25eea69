import type { IDataObject, INode } from 'n8n-workflow';
import { Outcomes } from '../../../nodes/MessagingIntegration/run/outcomes';
import type { ServiceCredentials } from '../../../nodes/transport/credentials/credentials';
import type { Failure } from '../../../nodes/transport/errors/failure';

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
function found(end: { failure: Failure } | 'in flight', retried: Item = {}) {
	const executeData: { metadata?: object } = {};
	const first = outcomesOf({ options: { maxWait: 1 } }, executeData);
	const item = { index: 0, identity: first.identity, kind: 'write' as const };
	first.outcomes.begin(item);
	if (end !== 'in flight') first.outcomes.end(item, end);
	const { metadata } = JSON.parse(JSON.stringify(executeData)) as typeof executeData;
	const next = outcomesOf({ ...retried, options: { maxWait: 1, ...retried.options } }, { metadata });
	return next.outcomes.find({ ...item, identity: next.identity });
}

test.each<[{ failure: Failure } | 'in flight', string]>([
	['in flight', 'The execution ended before the service responded'],
	[
		{ failure: { networkCode: 'ECONNRESET', attempts: 1, outcomeUnknown: true } },
		'The connection to the service was lost (ECONNRESET)',
	],
	[{ failure: { status: 502, attempts: 2, outcomeUnknown: true } }, 'The service failed to process this request (502)'],
])('after %j, a retry does not send a write again, says why, and how to send it', (end, reason) => {
	const earlier = found(end);
	expect([earlier?.output, earlier?.isOfEarlierExecution]).toEqual([undefined, true]);
	expect(earlier?.failure?.message).toBe('Not sent again: an earlier attempt may have sent it');
	expect(earlier?.failure?.description).toBe(
		`That attempt ended with: ${reason}. It may have been carried out, so check first. To send it anyway, turn on Retry Writes under Options, and retry with the currently saved workflow.`,
	);
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
