import { joinSentences } from '../../shared/texts';
import type { UnusableReason } from '../response';
import type { Failure } from './failure';

/** What happened, and what to do. */
export type Explanation = [message: string, description: string];

const CHECK_FIELDS = "Check the node's fields.";
const BAD_VALUES: Explanation = [
	'The service rejected the values of this request',
	`${CHECK_FIELDS} If the service expects another body, enter an example in the field Field Names of the credentials: https://github.com/messaging-integration/n8n-nodes-messaging-integration/blob/main/docs/fit-the-service.md`,
];

const REFUSED: Explanation = ['The service rejected this request', CHECK_FIELDS];
const FAILED: Explanation = [
	'The service failed to process this request',
	'The cause is in the service itself. Try again later.',
];
/** Explanations by status (reference, section 7). */
const STATUSES: Partial<Record<number, Explanation>> = {
	400: BAD_VALUES,
	401: [
		'The service rejected the API key',
		'The key may be mistyped, expired or revoked. Enter a valid key in the API Key field of the credentials.',
	],
	403: ['The API key lacks permission for this action', 'Grant the permission in the dashboard, or use another key.'],
	404: [
		'The service could not find the requested resource',
		'Check the ID or the path. If every request fails like this, check the Base URL in the credentials: it must end with /api/v2.',
	],
	405: ['The service does not support this action', 'Check the HTTP method and the path.'],
	407: ['The proxy requires a password', 'Put the password into the URL of the proxy: http://user:password@host:port.'],
	409: [
		'The request conflicts with what the service has stored',
		'What you ask for may already be done or exist, or the instance is not connected (see Instance > Connect).',
	],
	413: ['The request is too large for the service', 'Send less data per request.'],
	422: BAD_VALUES,
	429: ['The API key has reached its rate limit', 'Wait a minute, then try again.'],
};

/** A 403 with a code other than that of the reference is not about the key. */
const NOT_ALLOWED: Explanation = [
	'The service does not allow this action',
	'The account may lack a right, e.g. as an admin of the group.',
];

const UNUSABLE: Record<UnusableReason, Explanation> = {
	html: [
		'The response is a web page instead of API data',
		'Check the Base URL in the credentials: it must be the URL of the API and end with /api/v2. A proxy or a sign-in page may also respond like this.',
	],
	noFile: ['The response contains no file', 'Check the message ID and the query parameters.'],
	fileTooLarge: ['The file is larger than Max File Size', 'Increase Max File Size under Options.'],
	tooLarge: ['The response is larger than 100 MB', 'Only files may be larger. Request less data.'],
	errorEnvelope: [
		'The service rejected the request, although its status means success',
		"If its message does not say why, check the node's fields.",
	],
	brokenJson: ['The response is incomplete or is not valid JSON', 'A proxy or the network may have damaged it.'],
};

const RESET: Explanation = [
	'The connection to the service was lost',
	'The network or the service closed it before the response was complete.',
];
const TIMEOUT: Explanation = ['The service did not respond in time', 'It may be overloaded.'];

/** What the user can change in the node, by status or network code. */
const OPTIONS: Record<string, string> = {
	429: 'Under Options, set On Rate Limit to Wait or increase Max Wait. Or send requests less often.',
	ETIMEDOUT: 'If it needs more time, set a longer Timeout under Request Options.',
	MAX_DURATION: 'A request may take an hour at most.',
};
OPTIONS.ECONNABORTED = OPTIONS.ETIMEDOUT!;

/** Explanations by code of Node, axios or this package. */
const CONNECTIONS: Record<string, Explanation> = {
	ECONNREFUSED: ['The service refused the connection', 'Check the Base URL, and whether the service is running.'],
	ENOTFOUND: ['The host of the service was not found', 'Check the Base URL in the credentials, and the DNS of n8n.'],
	EAI_AGAIN: ['The DNS lookup for the service failed', 'The DNS server did not respond. Check the network of n8n.'],
	ETIMEDOUT: TIMEOUT,
	ECONNABORTED: TIMEOUT,
	ECONNRESET: RESET,
	EPIPE: RESET,
	ERR_BAD_RESPONSE: RESET,
	ERR_STREAM_PREMATURE_CLOSE: RESET,
	Z_BUF_ERROR: RESET,
	WRONG_LENGTH: [
		'The response does not have the length that it announces',
		'It was cut off, or compressed without being asked.',
	],
	MAX_DURATION: ['The response took too long', 'The service may be overloaded.'],
	NO_CONNECTION: ['The connection to the service could not be made', 'If n8n uses a proxy, the proxy closed it.'],
	EPROTO: ['The secure connection to the service failed', 'Check the Base URL: the port may expect http://.'],
};

const LIMIT_OPTIONS = {
	tooLong: 'This is longer than the node may wait. Under Options, increase Max Wait, or run the workflow later.',
	fail: 'The node does not wait. Under Options, set On Rate Limit to Wait, or run the workflow later.',
};

/** Explains why a request failed, without the service's own message, and which options of the node may help. */
export function explainCause(failure: Failure): Explanation {
	const { status, networkCode = 'no code', hasOptions } = failure;
	const [message, description] = status === undefined ? explainConnection(networkCode) : explainStatus(failure, status);
	if (failure.problem) return [message, description];
	const option = hasOptions ? OPTIONS[status ?? networkCode] : undefined;
	const mayTryAgain = status === undefined && !hasOptions && !failure.outcomeUnknown;
	if (status === 429 && option !== undefined) return [message, option];
	return [message, joinSentences(description, option ?? '', mayTryAgain ? 'Try again later.' : '')];
}

function explainStatus({ problem, hasOptions, code }: Failure, status: number): Explanation {
	switch (problem?.kind) {
		case 'notStored':
			return ['n8n could not store the file', `n8n says: ${problem.message}`];
		case 'notProcessed':
			return ['n8n could not process the response', problem.message];
		case 'forbidden':
			return [
				`The service returned a file URL that is not allowed (${problem.urlPart})`,
				'The node downloads files only from https URLs whose host is a public name, not an IP address. It allows http only if the Base URL starts with http://, and other hosts only if the Base URL is on this machine or in a private network.',
			];
		case 'mustWait':
			return [
				`The API key has reached its rate limit, which resets in ${problem.seconds} seconds`,
				hasOptions ? LIMIT_OPTIONS[problem.mayWait ? 'tooLong' : 'fail'] : 'Try again after that.',
			];
		case 'redirected':
			return problem.isEndless
				? [
						`Too many redirects (${status})`,
						'The service redirects in a circle. Check the Base URL in the credentials.',
					]
				: [
						`The service redirected this request to ${problem.to ?? 'another URL'} (${status})`,
						'The node follows redirects only to read, and never sends the API key to another host. Enter the final URL of the service as the Base URL in the credentials.',
					];
	}
	const isAboutKey = code === undefined || code === 'INSUFFICIENT_PERMISSIONS';
	const byStatus = status === 403 && !isAboutKey ? NOT_ALLOWED : STATUSES[status];
	const explanation = problem ? UNUSABLE[problem.reason] : byStatus;
	const [message, description] = explanation ?? (status < 500 ? REFUSED : FAILED);
	return [`${message} (${status})`, description];
}

function explainConnection(code: string): Explanation {
	const [message, description] = CONNECTIONS[code] ?? [
		'The connection to the service failed',
		'Check the Base URL in the credentials, and the network and the proxy of n8n.',
	];
	// n8n replaces messages that contain a network code, so only the description gives it.
	return [message, description.replace(/\.$/, ` (${code}).`)];
}
