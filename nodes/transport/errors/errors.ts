import type { Unreadable } from '../response/response';
import type { Failure } from './failure';
import { explainFault } from './faults';

/** A sentence that says what happened, and one that says what to do. */
export interface Explanation {
	message: string;
	description: string;
}

interface Row extends Explanation {
	status: number;
	code?: string;
}

/** One row a cause; the first row that fits counts. Statuses without a row fall to the classes below. */
const TABLE: Row[] = [
	{
		status: 400,
		message: 'The service does not accept the values of this request',
		description: 'Check the fields of the node against what the service says.',
	},
	{
		status: 401,
		code: 'MISSING_AUTH',
		message: 'The API key did not reach the service',
		description:
			'The Authorization header was missing on arrival. A proxy between n8n and the service may remove it.',
	},
	{
		status: 401,
		message: 'The service does not accept the API key',
		description:
			'It may be mistyped, expired or revoked. Enter a valid key in the credential, field API Key.',
	},
	{
		status: 403,
		message: 'The API key lacks the permission for this action',
		description: 'Give the key the permission in the dashboard of the service, or use another key.',
	},
	{
		status: 404,
		message: 'The service does not find what this request names',
		description:
			'Check the ID. If every request fails like this, check the Base URL of the credential: it has to end with /api/v2.',
	},
	{
		status: 405,
		message: 'The service does not offer this action',
		description: 'The path exists, but not for this method. Check the method and the path.',
	},
	{
		status: 409,
		message: 'The service cannot do this in the present state',
		description: 'Something else already stands in its place, or has changed meanwhile.',
	},
	{
		status: 413,
		message: 'The request is too large for the service',
		description: 'Send less at once.',
	},
	{
		status: 422,
		message: 'The service does not accept the values of this request',
		description: 'Check the fields of the node against what the service says.',
	},
	{
		status: 429,
		message: 'The rate limit of the API key is used up',
		description:
			'Set On Rate Limit to Wait, or Max Wait to a longer time, under Options; or send less often.',
	},
];

/**
 * The one place that turns a failure into words.
 *
 * @param failure what is known of it
 * @returns what happened, and what to do; the service's own code and message are kept in the description
 */
export function explain(failure: Failure): Explanation {
	const base = cause(failure);
	const said = [failure.code, failure.serviceMessage].filter((part) => part !== undefined);
	const sentences = [
		base.description,
		failure.outcomeUnknown ? outcomeUnknown(failure) : '',
		failure.attempts > 1 ? `It was tried ${failure.attempts} times.` : '',
		said.length > 0 ? `The service says: ${said.join(' – ')}` : '',
	];
	return { message: base.message, description: sentences.filter((part) => part !== '').join(' ') };
}

function outcomeUnknown({ retryWritesHelps }: Failure): string {
	return retryWritesHelps
		? 'The request may have been carried out before the response was lost, so it was not repeated: check before you send it again. Retry Writes under Options repeats such requests.'
		: 'The request may have been carried out: check before you send it again.';
}

function cause(failure: Failure): Explanation {
	const { status } = failure;
	if (failure.notStored !== undefined) {
		return { message: 'n8n could not store the file', description: `n8n says: ${failure.notStored}` };
	}
	if (failure.refusedAddress !== undefined) {
		return {
			message: `The service names an address for the file that is not fetched (${failure.refusedAddress})`,
			description:
				'Only https URLs of public hosts are fetched. An http URL is fetched only if the Base URL begins with http://, and a file on this machine or in a private network only if the Base URL is there, too.',
		};
	}
	if (status === undefined) return explainFault(failure.fault);
	if (status === 429 && failure.pauseSeconds !== undefined) {
		return {
			message: `The rate limit of the API key is used up for another ${failure.pauseSeconds} seconds`,
			description:
				'The options of this node do not let it wait that long: set On Rate Limit to Wait, and Max Wait to a longer time, or run the workflow later.',
		};
	}
	if (failure.unreadable !== undefined) return unreadableCause(failure.unreadable, status);
	if (status >= 300 && status < 400) {
		return {
			message: `The service sends this request on to ${failure.redirectedTo ?? 'another address'} (${status})`,
			description:
				'The API key is never sent after it. Enter the final address of the service as Base URL of the credential.',
		};
	}
	const row = TABLE.find(
		(each) => each.status === status && (each.code === undefined || each.code === failure.code),
	);
	if (row) return { message: `${row.message} (${status})`, description: row.description };
	if (status >= 500) {
		return {
			message: `The service failed to handle this request (${status})`,
			description: 'The fault is on the side of the service. Try again later.',
		};
	}
	return {
		message: `The service refused this request (${status})`,
		description: 'Check the fields of the node against what the service says.',
	};
}

function unreadableCause(kind: Unreadable, status: number): Explanation {
	if (kind === 'refused') {
		return {
			message: `The service refused this request, although it answered with status ${status}`,
			description: 'Check the fields of the node against what the service says.',
		};
	}
	if (kind === 'html') {
		return {
			message: `A web page answered instead of the service (${status})`,
			description:
				'Check the Base URL of the credential: it has to be the address of the interface, ending with /api/v2. A proxy or a sign-in page in between answers like this, too.',
		};
	}
	if (kind === 'noFile') {
		return {
			message: `The service answered without a file (${status})`,
			description:
				'The response holds neither bytes, nor base64, nor an address of a file. Check the query parameters.',
		};
	}
	return {
		message: `The response of the service is cut off or is not JSON (${status})`,
		description: 'Something between n8n and the service may have broken it. Try again.',
	};
}
