import type {
	IAllExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { CREDENTIALS } from '../credentials/credentials';
import type { ServiceResponse } from '../response/response';
import { Body, isReadable } from '../response/body';
import type { Redactor } from '../credentials/redact';
import type { RequestLimits } from '../response/requestLimits';

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
	/** In place of the path: an address that a response named. It gets the key only if it is at the base URL's origin. */
	address?: string;
	/**
	 * Reads the body of a 2xx response; what it returns becomes the response's body. It is part of the try: when the body breaks
	 * off, the whole request is judged, and perhaps repeated. Without it the body is read whole, as JSON or text.
	 *
	 * @throws Unusable where the response cannot be used
	 */
	receive?: (response: ServiceResponse, body: Body) => Promise<unknown>;
	/** What n8n's Request Options set; timeout in ms. */
	base?: Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;
}

/** A response whose body is still to be read. */
export interface StreamedResponse {
	status: number;
	headers: Record<string, unknown>;
	body: Body;
}

export const DEFAULT_TIMEOUT_MS = 300_000;

/** What both kinds of requests have in common: the body comes as a stream, and each status is ours to judge. */
function common(request: Pick<ServiceRequest, 'base'>, limits: RequestLimits) {
	return {
		timeout: request.base?.timeout ?? DEFAULT_TIMEOUT_MS,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The key must not travel on to another host, nor a request to a private one.
		disableFollowRedirect: true,
		abortSignal: limits.signal,
	} satisfies Partial<IHttpRequestOptions>;
}

/**
 * Makes one request, once: the thin shell around n8n's helper.
 *
 * @param url absolute, at the base URL's origin
 * @param limits how long the response may take
 * @param redactor takes the key out of what comes back
 * @returns any response, whatever its status
 * @throws what n8n's helper throws when no response came; see `networkCodeOf`
 */
export async function requestOnce(
	context: ServiceContext,
	request: ServiceRequest,
	url: string,
	limits: RequestLimits,
	redactor: Redactor,
): Promise<StreamedResponse> {
	// Copies: n8n's helper writes into what it is given, and the next try needs the original.
	const options: IHttpRequestOptions = {
		...request.base,
		...common(request, limits),
		method: request.method,
		url,
		// Without a body, or with an empty one, n8n's helper sends none.
		body: structuredClone(request.body),
		headers: { Accept: request.receive ? '*/*' : 'application/json' },
	};
	// In an execution n8n's helper takes the signal from its context, not from the options.
	const watched: object = Object.create(context, { getExecutionCancelSignal: { value: () => limits.signal } });
	const requesting = context.helpers.httpRequestWithAuthentication.call(
		watched as IAllExecuteFunctions,
		CREDENTIALS,
		options,
	) as Promise<HelperResponse>;
	return await responseOf(await limits.step(requesting), limits, redactor);
}

/**
 * Fetches a file from another host, once: without the key.
 *
 * @param url absolute; see `refusedFileUrl`
 */
export async function fetchWithoutKey(
	context: ServiceContext,
	request: Pick<ServiceRequest, 'base'>,
	url: string,
	limits: RequestLimits,
	redactor: Redactor,
): Promise<StreamedResponse> {
	const options: IHttpRequestOptions = { ...common(request, limits), method: 'GET', url, proxy: request.base?.proxy };
	const requesting = context.helpers.httpRequest(options) as Promise<HelperResponse>;
	return await responseOf(await limits.step(requesting), limits, redactor);
}

/** What n8n's helper gives with `returnFullResponse`. */
interface HelperResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

async function responseOf(
	{ statusCode, headers, body }: HelperResponse,
	limits: RequestLimits,
	redactor: Redactor,
): Promise<StreamedResponse> {
	const raw = isReadable(body) ? body : asStream(body);
	return {
		status: statusCode,
		headers: redactor.value({ ...headers }) as StreamedResponse['headers'],
		body: await Body.open(raw, limits, redactor),
	};
}

/** Where n8n's helper has read a response by itself, as in its evaluations of AI tools. */
async function* asStream(body: unknown): AsyncGenerator<Uint8Array> {
	yield Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}

/** n8n wraps what axios throws; the code of the fault is in one of these places, depending on the version. */
export function networkCodeOf(error: unknown): string {
	const places = error as { httpCode?: unknown; code?: unknown; cause?: { code?: unknown } };
	for (const code of [places.cause?.code, places.code, places.httpCode]) {
		if (typeof code === 'string' && /^[A-Z][A-Z\d_]{3,}$/.test(code)) return code;
	}
	// A fault without a code is a fault of the program, not of the network.
	throw error;
}
