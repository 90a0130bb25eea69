import type { Explanation } from './errors';
import type { Failure } from './failure';

interface Row extends Explanation {
	status: number;
	code?: string;
}

export const CHECK_FIELDS = "Check the node's fields.";

/** The first matching row applies. `explainStatusClass` covers statuses without a row. */
const TABLE: Row[] = [
	{
		status: 400,
		message: 'The service rejected the values of this request',
		description: CHECK_FIELDS,
	},
	{
		status: 401,
		code: 'MISSING_AUTH',
		message: 'The API key did not reach the service',
		description:
			'The service received no Authorization header. A proxy between n8n and the service may have removed it.',
	},
	{
		status: 401,
		message: 'The service rejected the API key',
		description:
			'It may be mistyped, expired or revoked. Enter a valid key in the API Key field of the credentials.',
	},
	{
		status: 403,
		message: 'The API key lacks permission for this action',
		description: 'Grant the permission in the dashboard of the service, or use another key.',
	},
	{
		status: 404,
		message: 'The service could not find the requested resource',
		description:
			'Check the ID. If every request fails like this, check the Base URL in the credentials: it must end with /api/v2.',
	},
	{
		status: 405,
		message: 'The service does not support this action',
		description: 'The path exists, but not for this HTTP method. Check the method and the path.',
	},
	{
		status: 407,
		message: 'The proxy requires a user name and a password',
		description: 'Enter them in the URL of the proxy, as http://user:password@host:port.',
	},
	{
		status: 409,
		message: 'The request conflicts with what the service has stored',
		description: 'What you want to create may already exist, or may have changed in the meantime.',
	},
	{
		status: 413,
		message: 'The request is too large for the service',
		description: 'Send less data per request.',
	},
	{
		status: 422,
		message: 'The service rejected the values of this request',
		description: CHECK_FIELDS,
	},
	{
		status: 429,
		message: 'The API key has reached its rate limit',
		description:
			'Under Options, set On Rate Limit to Wait or increase Max Wait. Or send requests less often.',
	},
];

/** Explains an error response by its status and the service's error code (reference, section 7). */
export function explainStatus(failure: Failure, status: number): Explanation {
	const row = TABLE.find(
		(each) => each.status === status && (each.code === undefined || each.code === failure.code),
	);
	if (row) return { message: `${row.message} (${status})`, description: row.description };
	return explainStatusClass(failure, status);
}

function explainStatusClass({ redirectedTo }: Failure, status: number): Explanation {
	if (status >= 300 && status < 400) {
		return {
			message: `The service redirected this request to ${redirectedTo ?? 'another URL'} (${status})`,
			description:
				'The node never sends the API key to another host. Enter the final URL of the service as the Base URL in the credentials.',
		};
	}
	if (status >= 500) {
		return {
			message: `The service failed to process this request (${status})`,
			description: 'This is a problem with the service. Try again later.',
		};
	}
	return { message: `The service rejected this request (${status})`, description: CHECK_FIELDS };
}
