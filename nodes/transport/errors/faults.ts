import type { Explanation } from './errors';

/** One row a cause. */
const FAULTS: Record<string, Explanation> = {
	ECONNREFUSED: {
		message: 'Nothing answers at the address of the service',
		description: 'Check host and port of the Base URL in the credential, and whether the service is up.',
	},
	ENOTFOUND: {
		message: 'The host of the service is not known',
		description: 'Check the host of the Base URL in the credential, and the name resolution of n8n.',
	},
	EAI_AGAIN: {
		message: 'The host of the service could not be looked up',
		description: 'The name resolution of n8n does not respond. Check its network.',
	},
	ETIMEDOUT: {
		message: 'The service did not respond in time',
		description: 'Try again later, or set a longer Timeout under Request Options.',
	},
	ECONNRESET: {
		message: 'The connection to the service broke',
		description: 'The network or the service closed it before the response was complete.',
	},
	MAX_DURATION: {
	message: 'The response of the service took too long',
	description: 'It was still under way at the end of Max Duration. If a large file takes longer, set Max Duration under Options.',
	},
	UNREADABLE_BODY: {
	message: 'The response of the service cannot be read',
	description: 'Its compression or its transfer encoding is broken. Something between n8n and the service may have done it.',
	},
};

/** Other names of the same. */
const SAME_AS: Record<string, string> = {
	ECONNABORTED: 'ETIMEDOUT', EPIPE: 'ECONNRESET', ERR_BAD_RESPONSE: 'ECONNRESET', ERR_STREAM_PREMATURE_CLOSE: 'ECONNRESET', Z_BUF_ERROR: 'ECONNRESET',
};
/** Codes of Node's decompression (zlib, Brotli, Zstandard) and of its HTTP parser. */
const UNREADABLE_BODY = /^(Z_|ZSTD_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|HPE_)/;

/**
 * Explains why no response came, or why it broke off.
 *
 * @param fault the network's code, `MAX_DURATION` or `UNREADABLE_BODY`
 */
export function explainFault(fault = 'unknown fault'): Explanation {
	const key = SAME_AS[fault] ?? (UNREADABLE_BODY.test(fault) ? 'UNREADABLE_BODY' : fault);
	const row = FAULTS[key] ?? {
		message: 'The service could not be reached',
		description: 'Check the Base URL of the credential and the network of n8n.',
	};
	// The code stays out of the message: n8n replaces messages that hold one by its own words.
	return { message: row.message, description: `${row.description} (${fault})` };
}
