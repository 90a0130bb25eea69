import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../../../nodes/transport/errors/failure';
import {
	canceled,
	failedItem,
	toNodeError,
	toRunError,
} from '../../../../nodes/transport/errors/nodeErrors';
import { UserError } from '../../../../nodes/shared/userError';
import { retrySafety } from '../../../../nodes/transport/request/retryPolicy';
import { node } from './support/node';

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

test('a failure explains what happened and what to do', () => {
	const error = new ServiceError({ ...failure, status: 404, code: 'NOT_FOUND' });
	expect(error).toBeInstanceOf(Error);
	expect(error).toMatchObject({
		name: 'ServiceError',
		message: 'The service could not find the requested resource (404)',
		description: expect.stringMatching(/^Check the ID.* The service's error code is NOT_FOUND\.$/),
		failure: { status: 404 },
	});
});

describe('the error in n8n', () => {
	test.each([
		[
			'a response with an error',
			{ status: 422, code: 'BAD', serviceMessage: 'no' },
			'422',
			/^no \(422\)$/,
		],
		[
			'no response',
			{ networkCode: 'ECONNREFUSED' },
			'ECONNREFUSED',
			/^The service refused the connection/,
		],
	])('describes %s', (_what, info, httpCode, message) => {
		const error = new ServiceError({ ...failure, ...info });
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

	test('keeps a network code in the message of the service, which n8n would replace', () => {
		const error = new ServiceError({ ...failure, status: 502, serviceMessage: 'ECONNREFUSED.' });
		expect(toNodeError(node, error).message).toBe('ECONNREFUSED (502)');
	});

	test.each([
		['Store it: no space left', 'Store it: no space left. Of 5 items …'],
		['Is it right?', 'Is it right? Of 5 items …'],
		['Choose "one."', 'Choose "one." Of 5 items …'],
	])('ends the advice with a full stop before the summary: %s', (advice, description) => {
		const shown = toNodeError(node, new UserError('m', advice), 0, 'Of 5 items …');
		expect(shown.description).toBe(description);
	});

	test('has no code for a failure without a status', () => {
		expect(toNodeError(node, new ServiceError(failure))).toMatchObject({
			httpCode: null,
			context: {},
		});
	});

	test.each([
		[
			'invalid credentials',
			new UserError('The API key is missing', 'Fill it in.'),
			'Fill it in. Of 5 items …',
		],
		['an invalid path', new UserError('The path steps out'), 'Of 5 items …'],
		['a programming error', new TypeError('x is undefined'), 'Of 5 items …'],
	])('keeps the message of %s', (_what, error, description) => {
		const shown = toNodeError(node, error, 3, 'Of 5 items …');
		expect(shown).toBeInstanceOf(NodeOperationError);
		expect(shown).toMatchObject({
			message: error.message,
			description,
			context: { itemIndex: 3 },
			node,
		});
	});

	test.each(['thrown text', undefined, 42])(
		'has the text of %j, which is not an error',
		(thrown) => {
			expect(toNodeError(node, thrown, 0)).toMatchObject({
				message: String(thrown),
				context: { itemIndex: 0 },
			});
		},
	);

	test.each([
		[
			'rejected input',
			new NodeOperationError(node, 'm', { description: 'Correct it.' }),
			'Correct it. Of 5 items …',
		],
		['rejected input without advice', new NodeOperationError(node, 'm'), 'Of 5 items …'],
		[
			"n8n's own error",
			new NodeApiError(node, {}, { message: 'm', description: 'It says.' }),
			'It says. Of 5 items …',
		],
	])('adds the summary once to %s', (_what, error, description) => {
		const shown = toNodeError(node, error, 3, 'Of 5 items …');
		expect(shown).toMatchObject({ message: 'm', description, context: { itemIndex: 3 } });
		// It does not grow if a retry of the node reports it again.
		expect(toNodeError(node, error, 3, 'Of 5 items …').description).toBe(shown.description);
	});

	test('contains only the advice without a summary', () => {
		const shown = toNodeError(node, new UserError('m', 'Fill it in.'));
		expect(shown.description).toBe('Fill it in.');
		expect(toNodeError(node, new Error('m')).description).toBeFalsy();
	});

	test('says that a run was canceled', () => {
		expect(canceled(node)).toMatchObject({ message: 'The execution was canceled', node });
	});
});

test.each([
	['Correct it.', 'Correct it.'],
	[undefined, ''],
])('a failed item contains what happened and what to do: %s', (description, message) => {
	const error = new NodeOperationError(node, 'It is wrong', { description });
	expect(failedItem(error, 4)).toEqual({
		json: { error: 'It is wrong', message },
		pairedItem: { item: 4 },
	});
});

test.each([
	[
		'of the service',
		new ServiceError({ status: 404, attempts: 1, outcomeUnknown: false }),
		/^The service could not find/,
		/^Check the ID\..* Of 5 items …$/,
	],
	['in the input', new UserError('m', 'Correct it.'), /^m$/, /^Correct it\. Of 5 items …$/],
	['without advice', new TypeError('x is undefined'), /^x is undefined$/, /^Of 5 items …$/],
])(
	'an error %s stops a run with its text and the summary',
	(_what, error, message, description) => {
		const shown = toRunError(node, error, 3, 'Of 5 items …');
		expect(shown).toBeInstanceOf(NodeApiError);
		expect(shown).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
			node,
		});
	},
);

test('the error of a run keeps the item that failed, although n8n sets the item whose result it reads first', () => {
	const shown = toRunError(node, new UserError('m'), 3, '');
	shown.context.itemIndex = 0;
	expect({ ...shown.context }).toMatchObject({ itemIndex: 3 });
});

test('without advice and summary, the error of a run has no description', () => {
	expect(toRunError(node, new Error('m'), 0, '').description).toBeFalsy();
});
