import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure } from '../../../nodes/transport/errors/failure';
import { ServiceError } from '../../../nodes/transport/errors/serviceError';
import { failedItem, toNodeError } from '../../../nodes/transport/errors/nodeErrors';
import { UserError } from '../../../nodes/shared/userError';

const type = 'n8n-nodes-messaging-integration.messagingIntegration';
const node: INode = { id: '1', name: 'Messages', type, typeVersion: 1, position: [0, 0], parameters: {} };
const failure = { attempts: 1, outcomeUnknown: false };
const SUMMARY = 'Of 5 items …';

describe('the error in n8n', () => {
	test.each([
		['a response', { status: 422, code: 'BAD', serviceMessage: 'no' }, '422', /^no \(422\)$/],
		['no response', { networkCode: 'ECONNREFUSED' }, 'ECONNREFUSED', /^The service refused the/],
	])('describes %s', (_what, info, httpCode, message) => {
		const error = new ServiceError({ ...failure, ...info });
		const shown = toNodeError(node, error, 3, SUMMARY);
		expect(shown).toBeInstanceOf(NodeApiError);
		expect(shown).toMatchObject({
			message: expect.stringMatching(message),
			description: `${error.description} ${SUMMARY}`,
			httpCode,
			context: { itemIndex: 3 },
			node,
		});
		expect(shown.cause).not.toBe(error);
		expect(toNodeError(node, error).context).toEqual({});
	});

	test.each([
		['rejected input', new UserError('m', 'Fill it in.'), 'Fill it in.'],
		['advice without a full stop', new UserError('m', 'Store it'), 'Store it.'],
		['a programming error', new TypeError('m'), ''],
		["n8n's error of a field", new NodeOperationError(node, 'm', { description: 'A.' }), 'A.'],
	])('keeps the message of %s, and adds the summary once', (_what, error, advice) => {
		const description = `${advice} ${SUMMARY}`.trim();
		const expected = { message: 'm', description, context: { itemIndex: 3 }, node };
		const shown = toNodeError(node, error, 3, SUMMARY);
		expect(shown).toBeInstanceOf(NodeOperationError);
		expect(shown).toMatchObject(expected);
		// It does not grow if a retry of the node reports it again.
		expect(toNodeError(node, error, 3, SUMMARY)).toMatchObject(expected);
	});
});

test.each([
	['Correct it.', 'm. Correct it.'],
	[undefined, 'm'],
])('the error of a failed item says what happened and what to do: %s', (description, error) => {
	const { json, pairedItem } = failedItem(new NodeOperationError(node, 'm', { description }), 4);
	expect({ json, pairedItem }).toEqual({ json: { error }, pairedItem: { item: 4 } });
});

/** What a language model reads about a failed tool call: n8n passes on the message alone. */
describe('the message of a tool', () => {
	const tool = { ...node, type: `${node.type}Tool` };
	const lost: Failure = {
		networkCode: 'ECONNRESET',
		attempts: 1,
		outcomeUnknown: true,
		sendsMessage: true,
		hasOptions: true,
	};

	test.each<[string, Failure, string]>([
		[
			'a lost response to a message',
			lost,
			'The message may already have been sent. The connection to the service was lost. The network or the service closed it before the response was complete. The request may have been carried out, so n8n did not retry it (see Retry Writes under Options). Check before you send it again.',
		],
		[
			'a rejected message',
			{ ...failure, status: 409, serviceMessage: 'Instance A is disconnected; connect it first.' },
			'Instance A is disconnected; connect it first (409)',
		],
		[
			'a service that is down',
			{ networkCode: 'ECONNREFUSED', attempts: 2, outcomeUnknown: false, hasOptions: true },
			'The service refused the connection. Check the Base URL, and whether the service is running. n8n made 2 attempts.',
		],
	])('about %s contains cause, consequence and advice', (_what, failure, expected) => {
		const error = new ServiceError(failure);
		expect(toNodeError(tool, error, 0).message).toBe(expected);
	});

	const codes = ['ECONNRESET', 'ENOTFOUND', 'econnreset', 'getaddrinfo', 'EACCESS', 'preexisting'];
	test.each(codes)('is kept when n8n wraps an error whose text contains %s', (code) => {
		const serviceMessage = `upstream ${code}`;
		const refused = { ...failure, status: 502, serviceMessage, outcomeUnknown: true };
		const shown = toNodeError(tool, new ServiceError(refused), 0);
		expect(shown.message).toContain('Check before you send it again.');
		expect(shown.message.replace('-', '')).toContain(serviceMessage);
		expect(new NodeOperationError(tool, new Error(shown.message)).message).toBe(shown.message);
		expect(new NodeOperationError(tool, shown).message).toBe(shown.message);
	});
});
