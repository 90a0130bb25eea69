import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { networkCodeOf } from '../../../nodes/transport/request/requestOnce';
import { ServiceError } from '../../../nodes/transport/errors/failure';
import { canceled, failedItem, toNodeError } from '../../../nodes/transport/errors/nodeErrors';
import { UserError } from '../../../nodes/shared/userError';
import { retrySafety } from '../../../nodes/transport/request/retryPolicy';

const node: INode = {
	id: '1',
	name: 'Messages',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const failure = { attempts: 1, outcomeUnknown: false };

test.each([
	['GET', 'safe'],
	['HEAD', 'safe'],
	['PUT', 'idempotent'],
	['DELETE', 'idempotent'],
	['POST', 'unsafe'],
	['PATCH', 'unsafe'],
])('%s is %s', (method, kind) => {
	expect(retrySafety(method)).toBe(kind);
});

describe('the code of a network error', () => {
	test.each([
		[
			'of the cause',
			{ cause: { code: 'ECONNRESET' }, code: 'OUTER', httpCode: 'OTHER' },
			'ECONNRESET',
		],
		['of the error', { cause: {}, code: 'ETIMEDOUT', httpCode: 'OTHER' }, 'ETIMEDOUT'],
		["of n8n's error", { code: undefined, httpCode: 'EAI_AGAIN' }, 'EAI_AGAIN'],
		['of four letters', { code: 'EDOM' }, 'EDOM'],
		['not the status', { code: 500, httpCode: '500', cause: { code: 'EPIPE' } }, 'EPIPE'],
		['also with a digit', { code: 'ERR_HTTP2_STREAM_ERROR' }, 'ERR_HTTP2_STREAM_ERROR'],
		[
			'what is no code is passed over',
			{ cause: { code: 'a ECONNRESET' }, code: 'ECONNRESET b', httpCode: 'EPIPE' },
			'EPIPE',
		],
	])('%s', (_what, places, code) => {
		expect(networkCodeOf(Object.assign(new Error('m'), places))).toBe(code);
	});

	test.each([
		{},
		{ code: 'EIO' },
		{ code: '_EIO' },
		{ code: 'econnreset' },
		{ code: 5 },
		{ httpCode: '404' },
	])('an error without one is thrown as it is: %j', (places) => {
		const error = Object.assign(new TypeError('a programming error'), places);
		expect(() => networkCodeOf(error)).toThrow(error);
	});
});

test('a failure explains what happened and what to do', () => {
	const error = new ServiceError({ ...failure, status: 404, code: 'NOT_FOUND' });
	expect(error).toBeInstanceOf(Error);
	expect(error).toMatchObject({
		name: 'ServiceError',
		message: 'The service could not find the requested resource (404)',
		description: expect.stringMatching(/^Check the ID.* The service says: NOT_FOUND$/),
		failure: { status: 404 },
	});
});

describe('the error in n8n', () => {
	test.each([
		[
			'an answer',
			{ status: 422, code: 'BAD', serviceMessage: 'no' },
			'422',
			/rejected the values .*\(422\)/,
		],
		[
			'no response',
			{ networkCode: 'ECONNREFUSED' },
			'ECONNREFUSED',
			/^The service refused the connection/,
		],
	])('of %s', (_what, about, httpCode, message) => {
		const error = new ServiceError({ ...failure, ...about });
		const shown = toNodeError(node, error, 3, 'Of 5 items …');
		expect(shown).toBeInstanceOf(NodeApiError);
		expect(shown).toMatchObject({
			message: expect.stringMatching(message),
			description: `${error.description} Of 5 items …`,
			httpCode,
			context: { itemIndex: 3 },
			node,
		});
		expect(shown.cause).not.toBe(error);
	});

	test('a failure without a status has no n8n code', () => {
		expect(toNodeError(node, new ServiceError(failure))).toMatchObject({
			httpCode: null,
			context: {},
		});
	});

	test.each([
		[
			'of bad credentials',
			new UserError('The API key is missing', 'Fill it in.'),
			'Fill it in. Of 5 items …',
		],
		['of a bad path', new UserError('The path steps out'), 'Of 5 items …'],
		['of a programming error', new TypeError('x is undefined'), 'Of 5 items …'],
	])('%s', (_what, error, description) => {
		const shown = toNodeError(node, error, 3, 'Of 5 items …');
		expect(shown).toBeInstanceOf(NodeOperationError);
		expect(shown).toMatchObject({
			message: error.message,
			description,
			context: { itemIndex: 3 },
			node,
		});
	});

	test.each(['thrown text', undefined, 42])('of %j, which is no error', (thrown) => {
		expect(toNodeError(node, thrown, 0)).toMatchObject({
			message: String(thrown),
			context: { itemIndex: 0 },
		});
	});

	test.each([
		[
			'input that was refused',
			new NodeOperationError(node, 'm', { description: 'Correct it.' }),
			'Correct it. Of 5 items …',
		],
		['input that was refused without advice', new NodeOperationError(node, 'm'), 'Of 5 items …'],
		[
			'an error of n8n',
			new NodeApiError(node, {}, { message: 'm', description: 'It says.' }),
			'It says. Of 5 items …',
		],
	])('of %s', (_what, error, description) => {
		const shown = toNodeError(node, error, 3, 'Of 5 items …');
		expect(shown).toMatchObject({ message: 'm', description, context: { itemIndex: 3 } });
		// Reported again by a retry of the node, it does not grow.
		expect(toNodeError(node, error, 3, 'Of 5 items …').description).toBe(shown.description);
	});

	test('without a summary, the description contains only the advice', () => {
		const shown = toNodeError(node, new UserError('m', 'Fill it in.'));
		expect(shown.description).toBe('Fill it in.');
		expect(toNodeError(node, new Error('m')).description).toBeFalsy();
	});

	test('a cancelled run reports that it was cancelled', () => {
		expect(canceled(node)).toMatchObject({ message: 'The execution was canceled', node });
	});
});

test.each([
	['Correct it.', 'Correct it.'],
	[undefined, ''],
])('a failed item tells what happened and what to do: %s', (description, message) => {
	const error = new NodeOperationError(node, 'It is wrong', { description });
	expect(failedItem(error, 4)).toEqual({
		json: { error: 'It is wrong', message },
		pairedItem: { item: 4 },
	});
});
