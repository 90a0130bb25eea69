import type {
	IAllExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { CREDENTIALS } from './account';
import type { Answer } from './answer';
import { type Failure, ServiceError } from './failure';
import { drainText, isReadable } from './media';

/** What every caller (node, list search, trigger hooks) has in common. */
export type ServiceContext = Pick<IHookFunctions, 'getNode' | 'getCredentials' | 'logger'> & {
	helpers: Pick<IHookFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
};

/** One request to the service. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Under the base URL, encoded, with a leading slash. */
	path: string;
	query?: IHttpRequestOptions['qs'];
	body?: IHttpRequestOptions['body'];
	/** In place of the path: an address that an answer named. It gets the key only if it is at the base URL's origin. */
	address?: string;
	/** The answer's body comes as a stream. */
	stream?: boolean;
	/** What n8n's Request Options set; timeout in ms. */
	base?: Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation' | 'allowedDomains'>;
}

const DEFAULT_TIMEOUT_MS = 300_000;

/**
 * Makes one request, once: the thin shell around n8n's helper.
 *
 * @param url absolute, at the base URL's origin
 * @returns any answer, whatever its status
 * @throws what n8n's helper throws when no answer came; see `faultOf`
 */
export async function exchange(
	context: ServiceContext,
	request: ServiceRequest,
	url: string,
): Promise<Answer> {
	// Copies: n8n's helper writes into what it is given, and the next try needs the original.
	const options: IHttpRequestOptions = {
		...request.base,
		timeout: request.base?.timeout ?? DEFAULT_TIMEOUT_MS,
		method: request.method,
		url,
		qs: { ...request.query },
		// Without a body, or with an empty one, n8n's helper sends none.
		body: structuredClone(request.body),
		headers: { Accept: request.stream ? '*/*' : 'application/json' },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The key must not travel on to another host, so redirects are ours to judge.
		disableFollowRedirect: true,
	};
	if (request.stream) options.encoding = 'stream';
	const response = (await context.helpers.httpRequestWithAuthentication.call(
		context as IAllExecuteFunctions,
		CREDENTIALS,
		options,
	)) as Response;
	const answer: Answer = {
		status: response.statusCode,
		headers: response.headers,
		body: response.body,
	};
	// Errors are read whole even where the answer is streamed: they are small, and hold the reason.
	if (isReadable(answer.body) && answer.status >= 300) {
		answer.body = parsed(await drainText(answer.body));
	}
	return answer;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** Fetches a file from another host: without the key, outside the gate. */
export async function fetchElsewhere(
	context: ServiceContext,
	address: string,
	base: ServiceRequest['base'],
	signal?: AbortSignal,
): Promise<Answer> {
	const { protocol } = new URL(address);
	if (protocol !== 'https:' && protocol !== 'http:') {
		throw new ServiceError({
			status: 200,
			refusedAddress: protocol,
			attempts: 1,
			mayHaveHappened: false,
		});
	}
	const failed = (about: Partial<Failure>) =>
		new ServiceError({ attempts: 1, mayHaveHappened: false, ...about });
	const requesting = context.helpers.httpRequest({
		method: 'GET',
		url: address,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: base?.timeout ?? DEFAULT_TIMEOUT_MS,
		proxy: base?.proxy,
		allowedDomains: base?.allowedDomains,
		abortSignal: signal,
	});
	const response = (await requesting.catch((error: unknown) => {
		throw failed({ fault: faultOf(error) });
	})) as Response;
	if (response.statusCode >= 300) throw failed({ status: response.statusCode });
	return { status: response.statusCode, headers: response.headers, body: response.body };
}

/** What n8n's helper gives with `returnFullResponse`. */
interface Response {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** n8n wraps what axios throws; the code of the fault is in one of these places, depending on the version. */
export function faultOf(error: unknown): string {
	const places = error as { httpCode?: unknown; code?: unknown; cause?: { code?: unknown } };
	for (const code of [places.cause?.code, places.code, places.httpCode]) {
		if (typeof code === 'string' && /^[A-Z][A-Z\d_]{3,}$/.test(code)) return code;
	}
	// A fault without a code is a fault of the program, not of the network.
	throw error;
}
