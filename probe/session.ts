import axios from 'axios';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { MessagingIntegrationApi } from '../credentials/MessagingIntegrationApi.credentials';
import { UserError } from '../nodes/shared/userError';
import { clocks } from '../nodes/transport/clock';
import { ServiceError } from '../nodes/transport/errors/serviceError';
import type { ServiceContext } from '../nodes/transport/request/account';
import { DEFAULT_SETTINGS, send } from '../nodes/transport/request/send';
import { type Body, readJson } from '../nodes/transport/request/body';
import { isJson, Redactor, type ServiceResponse } from '../nodes/transport/response/response';
import type { Answer, ProbeRequest } from './question/question';

export interface Account {
	baseUrl: string;
	apiKey: string;
}

/** Maximum length of an error response that is read, in bytes. */
const MAX_ERROR = 64 * 1024;

/**
 * The context that the package's transport needs: n8n's, as far as requests go.
 *
 * @param onText is called with each part of a response that is an error or JSON
 */
function contextFor({ baseUrl, apiKey }: Account, onText: (chunk: Uint8Array) => void): ServiceContext {
	const environment = apiKey.startsWith('sk_test_') ? 'test' : 'production';
	const credentials = { baseUrl, apiKey, environment };
	const type = new MessagingIntegrationApi();
	const quiet = () => {};
	const httpRequest = async (options: IHttpRequestOptions) => {
		const { status, headers, data } = await axios.request({
			url: options.url,
			method: options.method,
			headers: options.headers as Record<string, string>,
			data: options.body,
			responseType: 'stream',
			validateStatus: () => true,
			maxRedirects: 0,
			timeout: options.timeout,
			signal: options.abortSignal as AbortSignal,
		});
		const isText = status >= 400 || /json/i.test(String(headers['content-type']));
		const body = isText ? tee(data as AsyncIterable<Uint8Array>, onText) : data;
		return { statusCode: status, headers: { ...headers }, body };
	};
	return {
		getNode: () => ({ name: 'Probe', type: 'probe' }),
		getCredentials: async () => credentials,
		logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
		helpers: {
			httpRequest,
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await httpRequest(await type.authenticate(credentials, options)),
		},
	} as unknown as ServiceContext;
}

/**
 * Returns a function that sends a request of the probe through the package's transport. It never throws.
 *
 * @param onPause is called when the rate limit requires a pause
 */
export function openSession(account: Account, onPause: (ms: number) => void) {
	let chunks: Uint8Array[] = [];
	const context = contextFor(account, (chunk) => void chunks.push(chunk));
	const redactor = new Redactor(account.apiKey);
	const errorBody = () => redactor.parse(Buffer.concat(chunks).subarray(0, MAX_ERROR).toString());
	// A base URL without a service is noticed at the first request.
	let isFirst = true;
	return async ({ method = 'GET', path, query, body, isFile, afterMs = 0 }: ProbeRequest): Promise<Answer> => {
		await clocks.current.sleep(afterMs);
		const sentAt = clocks.current.now();
		chunks = [];
		const answer = { sentAt, headers: {}, reason: '', advice: '', isUnsure: false };
		const sending = send(
			context,
			{ method, path, query, body: body as never, ...(isFile ? { receive: readFile } : {}) },
			{
				...DEFAULT_SETTINGS,
				...(isFirst ? { maxRetries: 1 } : {}),
				onPause: (_reason, ms) => onPause(ms),
			},
		);
		isFirst = false;
		return await sending.then(
			(response) => ({ ...answer, ...response, ok: true, receivedAt: clocks.current.now() }),
			(error: unknown) => ({
				...answer,
				ok: false,
				receivedAt: clocks.current.now(),
				errorBody: errorBody(),
				...explain(error),
			}),
		);
	};
}

async function* tee(source: AsyncIterable<Uint8Array>, onText: (chunk: Uint8Array) => void) {
	let size = 0;
	for await (const chunk of source) {
		if (size < MAX_ERROR) onText(chunk);
		size += chunk.length;
		yield chunk;
	}
}

/** Says why a request failed, in the package's words: the service's own may contain personal data. */
function explain(error: unknown): Partial<Answer> {
	if (error instanceof UserError) return { reason: error.message, advice: error.description };
	if (!(error instanceof ServiceError)) return { reason: 'The probe could not send the request' };
	const { failure } = error;
	const { message, description } = new ServiceError({
		...failure,
		serviceMessage: undefined,
		problem: failure.problem?.kind === 'notProcessed' ? undefined : failure.problem,
		code: undefined,
	});
	const { status, code, outcomeUnknown } = failure;
	return {
		status,
		code,
		reason: message,
		advice: description,
		isUnsure: outcomeUnknown,
	};
}

/** Reads a file's type alone, or the JSON that contains the file. */
async function readFile(response: ServiceResponse, body: Body): Promise<unknown> {
	if (isJson(response)) return await readJson(response, body);
	// Without an error, and not read further: the connection is closed then.
	return { isBytes: !body.isEmpty && !/html|text/i.test(String(response.headers['content-type'])) };
}
