import { type INode, NodeOperationError } from 'n8n-workflow';
import { ServiceError, type Failure } from '../../../../nodes/transport/errors/failure';
import { toNodeError, toRunError } from '../../../../nodes/transport/errors/nodeErrors';

/** What a language model reads about a failed tool call: n8n passes on the message alone. */

const tool: INode = {
	id: 'tool',
	name: 'Send a message',
	type: 'n8n-nodes-messaging-integration.messagingIntegrationTool',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const lost: Failure = {
	networkCode: 'ECONNRESET',
	attempts: 1,
	outcomeUnknown: true,
	sendsMessage: true,
	retryWritesHelps: true,
};

test.each<[string, Failure, string]>([
	[
		'a lost response to a message',
		lost,
		'The message may already have been sent. The connection to the service was lost. The network or the service closed it before the response was complete. The request may have been carried out. Do not send it again without checking.',
	],
	[
		'a rejected message',
		{
			status: 409,
			serviceMessage: 'Instance Night shift is disconnected; connect it first.',
			attempts: 1,
			outcomeUnknown: false,
		},
		'Instance Night shift is disconnected; connect it first (409). The request conflicts with what the service has stored. What you want to create may already exist, or may have changed in the meantime.',
	],
	[
		'a service that is down',
		{ networkCode: 'ECONNREFUSED', attempts: 2, outcomeUnknown: false },
		'The service refused the connection. Check the host and port of the Base URL in the credentials, and whether the service is running. n8n made 2 attempts.',
	],
])('the message about %s contains cause, consequence and advice', (_what, failure, expected) => {
	const error = new ServiceError(failure);
	expect(toNodeError(tool, error, 0).message).toBe(expected);
	expect(toRunError(tool, error, 0, '').message).toBe(expected);
});

test.each([
	'ECONNRESET',
	'ENOTFOUND',
	'econnreset',
	'getaddrinfo',
	'EACCESS',
	'a preexisting group',
])('n8n keeps the message when it wraps an error whose text contains %s', (code) => {
	const error = new ServiceError({
		status: 502,
		serviceMessage: `upstream ${code}`,
		attempts: 1,
		outcomeUnknown: true,
	});
	const { message } = toNodeError(tool, error, 0);
	expect(message).toContain('Do not send it again without checking.');
	expect(new NodeOperationError(tool, new Error(message)).message).toBe(message);
	expect(new NodeOperationError(tool, toNodeError(tool, error, 0)).message).toBe(message);
});

test('the message about an invalid field says what to enter', () => {
	const error = new NodeOperationError(tool, '"12" is not a valid phone number', {
		description: 'Enter the number with its country code.',
	});
	const expected = '"12" is not a valid phone number. Enter the number with its country code.';
	expect(toNodeError(tool, error, 0)).toMatchObject({ message: expected, description: '' });
	expect(toRunError(tool, error, 0, '').message).toBe(expected);
});

test('outside of tools, the message stays short and the description says what to do', () => {
	const node = { ...tool, type: 'n8n-nodes-messaging-integration.messagingIntegration' };
	const error = toNodeError(node, new ServiceError(lost), 0);
	expect(error.message).toBe('The message may already have been sent');
	expect(error.description).toContain('turn on Retry Writes under Options');
});
