import type {
	IAllExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { CREDENTIAL_TYPE, type ServiceCredentials } from '../credentials/credentials';
import { expectCredentials } from '../credentials/expectedCredentials';
import type { ServiceResponse } from '../response/response';
import { Body, isReadable } from '../response/body';
import type { Redactor } from '../credentials/redact';
import type { TimeLimits } from '../response/timeLimits';

/** The part of n8n's context that all callers have (node, list search, trigger hooks). */
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
	/** Replaces the path: a URL from a response. The API key is only sent if it has the base URL's origin. */
	url?: string;
	/**
	 * Reads the body of a 2xx response and returns its parsed form. It is part of the attempt: if the body is incomplete, the
	 * whole request may be retried. By default, the body is read as JSON or text.
	 *
	 * @throws Unusable if the response cannot be used
	 */
	receive?: (response: ServiceResponse, body: Body) => Promise<unknown>;
	/** n8n's Request Options; timeout in ms. */
	requestOptions?: Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;
}

/** A response whose body has not been read yet. */
export interface StreamedResponse {
	status: number;
	headers: Record<string, unknown>;
	body: Body;
}

export const DEFAULT_TIMEOUT_MS = 300_000;

/** Options of all requests: stream the body, and return every status. */
function commonOptions(request: Pick<ServiceRequest, 'requestOptions'>, limits: TimeLimits) {
	return {
		timeout: request.requestOptions?.timeout ?? DEFAULT_TIMEOUT_MS,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect must not send the API key to another host, nor a request to a private one.
		disableFollowRedirect: true,
		abortSignal: limits.signal,
	} satisfies Partial<IHttpRequestOptions>;
}

/** n8n's helper failed before it sent anything, e.g. because it could not read the credentials. */
export class NotSent extends Error {
	override name = 'NotSent';

	constructor(override readonly cause: unknown) {
		super();
	}
}

/** Input of `requestOnce`. */
export interface RequestInput {
	context: ServiceContext;
	request: Pick<ServiceRequest, 'method' | 'body' | 'receive' | 'requestOptions'>;
	/** Absolute. */
	url: string;
	credentials: ServiceCredentials;
	redactor: Redactor;
}

/**
 * Sends one request with n8n's helper, without retries.
 *
 * @param input its URL has the base URL's origin
 * @returns the response, with any status
 * @throws NotSent if nothing was sent, else the error of n8n's helper; see `networkCodeOf`
 */
export async function requestOnce(
	{ context, request, url, credentials, redactor }: RequestInput,
	limits: TimeLimits,
): Promise<StreamedResponse> {
	// New for each attempt, because n8n's helper modifies its options.
	const options: IHttpRequestOptions = {
		...request.requestOptions,
		...commonOptions(request, limits),
		method: request.method,
		url,
		body: request.body,
		headers: { Accept: request.receive ? '*/*' : 'application/json' },
	};
	expectCredentials(options, credentials);
	// In an execution, n8n's helper reads the signal from its context, not from the options.
	const contextWithSignal: object = Object.create(context, {
		getExecutionCancelSignal: { value: () => limits.signal },
	});
	const requesting = context.helpers.httpRequestWithAuthentication.call(
		contextWithSignal as IAllExecuteFunctions,
		CREDENTIAL_TYPE,
		options,
	) as Promise<HelperResponse>;
	// `authenticate` of the credentials type, the last step before the request is sent, adds the header to these options.
	const isSent = () => options.headers?.Authorization !== undefined;
	const response = requesting.catch((error: unknown) => {
		throw isSent() ? error : new NotSent(error);
	});
	return await responseOf(await limits.step(response), limits, redactor);
}

/**
 * Fetches a file from another host, once and without the API key.
 *
 * @param input its URL is on another host; see `forbiddenPartOf`
 */
export async function fetchWithoutKey(
	{ context, request, url, redactor }: Omit<RequestInput, 'credentials'>,
	limits: TimeLimits,
): Promise<StreamedResponse> {
	const options: IHttpRequestOptions = {
		...commonOptions(request, limits),
		method: 'GET',
		url,
		proxy: request.requestOptions?.proxy,
	};
	const requesting = context.helpers.httpRequest(options) as Promise<HelperResponse>;
	return await responseOf(await limits.step(requesting), limits, redactor);
}

/** Result of n8n's helper with `returnFullResponse`. */
interface HelperResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

async function responseOf(
	{ statusCode, headers, body }: HelperResponse,
	limits: TimeLimits,
	redactor: Redactor,
): Promise<StreamedResponse> {
	const raw = isReadable(body) ? body : asStream(body);
	return {
		status: statusCode,
		headers: redactor.value({ ...headers }) as StreamedResponse['headers'],
		body: await Body.open(raw, limits, redactor),
	};
}

/** n8n's helper may have read the response already, e.g. in evaluations of AI tools. */
async function* asStream(body: unknown): AsyncGenerator<Uint8Array> {
	yield Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}

/** Whether an error, which n8n may have wrapped, says that the credentials do not allow the request. */
export function isRejectedByCredentials(error: unknown): boolean {
	const { cause } = error as { cause?: unknown };
	return [error, cause].some((each) => each instanceof UserError);
}

/** Returns the network code of an error. n8n wraps axios errors; the place of the code depends on n8n's version. */
export function networkCodeOf(error: unknown): string {
	const places = error as { httpCode?: unknown; code?: unknown; cause?: { code?: unknown } };
	for (const code of [places.cause?.code, places.code, places.httpCode]) {
		if (typeof code === 'string' && /^[A-Z][A-Z\d_]{3,}$/.test(code)) return code;
	}
	// Without a code it is a programming error.
	throw error;
}
