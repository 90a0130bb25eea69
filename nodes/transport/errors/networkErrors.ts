import type { Explanation } from './errors';

const NETWORK_ERRORS: Record<string, Explanation> = {
	ECONNREFUSED: {
		message: 'The service refused the connection',
		description:
			'Check the host and port of the Base URL in the credentials, and whether the service is running.',
	},
	ENOTFOUND: {
		message: 'The host of the service was not found',
		description: 'Check the host of the Base URL in the credentials, and the DNS settings of n8n.',
	},
	EAI_AGAIN: {
		message: 'The DNS lookup for the service failed',
		description: 'The DNS server did not respond. Check the network of n8n.',
	},
	ETIMEDOUT: {
		message: 'The service did not respond in time',
		description:
			'It may be overloaded. If it needs more time, set a longer Timeout under Request Options.',
	},
	ECONNRESET: {
		message: 'The connection to the service was lost',
		description: 'The network or the service closed it before the response was complete.',
	},
	MAX_DURATION: {
		message: 'The response took too long',
		description:
			'It did not complete within Max Duration. For large files, increase Max Duration under Options.',
	},
	WRONG_LENGTH: {
		message: 'The response does not have the length that it announces',
		description:
			'It was cut off, or a server compressed it although the node asked for no compression.',
	},
	PARTIAL_CONTENT: {
		message: 'The response contains only a part of what was requested',
		description:
			'The service or a proxy responded with status 206, which the node did not ask for.',
	},
	NO_CONNECTION: {
		message: 'The connection to the service could not be made',
		description: 'If n8n uses a proxy, the proxy closed the connection.',
	},
	EPROTO: {
		message: 'The secure connection to the service failed',
		description:
			'Check the Base URL in the credentials: the port may expect http:// instead of https://.',
	},
	UNREADABLE_BODY: {
		message: 'The response could not be decoded',
		description:
			'Its compression or transfer encoding is invalid. A proxy or the network may have damaged it.',
	},
};

const ALIASES: Record<string, string> = {
	ECONNABORTED: 'ETIMEDOUT',
	EPIPE: 'ECONNRESET',
	ERR_BAD_RESPONSE: 'ECONNRESET',
	ERR_STREAM_PREMATURE_CLOSE: 'ECONNRESET',
	Z_BUF_ERROR: 'ECONNRESET',
};

/** Codes of Node's decompression (zlib, Brotli, Zstandard) and of its HTTP parser. */
const UNREADABLE_BODY = /^(Z_|ZSTD_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|HPE_)/;

/**
 * Explains why there was no response, or why it was incomplete.
 *
 * @param networkCode code of Node or axios, `MAX_DURATION` or `UNREADABLE_BODY`
 */
export function explainNetworkError(networkCode = 'unknown error'): Explanation {
	const key =
		ALIASES[networkCode] ?? (UNREADABLE_BODY.test(networkCode) ? 'UNREADABLE_BODY' : networkCode);
	const row = NETWORK_ERRORS[key] ?? {
		message: 'The service could not be reached',
		description: 'Check the Base URL in the credentials and the network of n8n.',
	};
	// n8n replaces messages that contain a network code, so only the description gives it.
	return {
		message: row.message,
		description: row.description.replace(/\.$/, ` (${networkCode}).`),
	};
}
