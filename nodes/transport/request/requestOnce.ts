import type { IAllExecuteFunctions, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import { jsonOrText } from '../../shared/texts';
import { CREDENTIAL_TYPE, type Redact, type ServiceContext, type ServiceCredentials } from '../credentials/credentials';
import type { ServiceResponse } from '../response';
import { Body, type Readable } from './body';
import { connectionErrorOf } from './connection';
import type { TimeLimits } from './timeLimits';

/** A request to the service, or for a file at a URL that the service has named. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Under the base URL, encoded, with a leading slash. */
	path: string;
	query?: IHttpRequestOptions['qs'];
	body?: IHttpRequestOptions['body'];
	/** Replaces the path: a URL from a response. The API key is only sent if it has the base URL's origin. */
	url?: string;
	/** Reads the body of a 2xx response within the attempt; by default, as JSON or text. @throws UnusableResponseError */
	readBody?: (response: ServiceResponse, body: Body) => Promise<unknown>;
	/** n8n's Request Options; timeout in ms. */
	requestOptions?: Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;
}

/** Timeout of Request Options, unless set. */
export const DEFAULT_TIMEOUT_MS = 300_000;

interface RequestInput {
	context: ServiceContext;
	request: Omit<ServiceRequest, 'path' | 'query' | 'url'>;
	url: string;
	/** The credentials of the URL; undefined for a file on another host, which gets neither key nor body. */
	key: ServiceCredentials | undefined;
	redact: Redact;
}

/** Returns the credentials as `authenticate` needs them: without Field Names, which it would check for each request. */
const decrypted = ({ apiKey, environment, baseUrl }: ServiceCredentials) => ({
	id: '',
	name: '',
	type: CREDENTIAL_TYPE,
	data: { apiKey, environment, baseUrl },
});

/** Sends one request with n8n's helper. @returns the response with an unread body @throws ConnectionError if none */
export async function requestOnce(
	{ context, request, url, key, redact }: RequestInput,
	limits: TimeLimits,
): Promise<{ response: ServiceResponse; body: Body }> {
	const { proxy, timeout = DEFAULT_TIMEOUT_MS } = request.requestOptions ?? {};
	// New for each attempt, because n8n's helper modifies its options.
	const options: IHttpRequestOptions = {
		...(key ? request.requestOptions : { proxy }),
		timeout,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect must not send the API key to another host, nor a request to a private one.
		disableFollowRedirect: true,
		abortSignal: limits.signal,
		method: key ? request.method : 'GET',
		url,
		body: key ? request.body : undefined,
		headers: {
			Accept: request.readBody ? '*/*' : 'application/json',
			// n8n's helper accepts a compressed body that was cut off.
			'Accept-Encoding': 'identity',
		},
	};
	// In an execution, n8n's helper reads the signal from its context, not from the options.
	const contextWithSignal = Object.create(context, {
		getExecutionCancelSignal: { value: () => limits.signal },
	}) as IAllExecuteFunctions;
	const { httpRequestWithAuthentication: withKey } = context.helpers;
	const requesting = (
		key
			? withKey.call(contextWithSignal, CREDENTIAL_TYPE, options, { credentialsDecrypted: decrypted(key) })
			: context.helpers.httpRequest(options)
	) as Promise<{ statusCode: number; headers: Record<string, unknown>; body: Readable }>;
	const incoming = requesting.catch((error: unknown) => {
		throw connectionErrorOf(error);
	});
	const { statusCode, headers, body } = await limits.step(incoming);
	const redactedHeaders = jsonOrText(redact(JSON.stringify(headers))) as typeof headers;
	return {
		response: { status: statusCode, headers: redactedHeaders, body: undefined },
		body: new Body(body, headers, limits, redact),
	};
}
