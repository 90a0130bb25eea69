import type {
	IAllExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { CREDENTIALS, readAccount } from './account';
import { type Answer, errorEnvelope, header, unreadable } from './answer';
import { type Clock, systemClock } from './clock';
import { explain, type Failure } from './errors';
import { type Gate, type Pass, RateLimitWaitTooLong } from './gate';
import { gateFor } from './gates';
import { drainText, isReadable } from './media';
import { readRetryAfter } from './rateLimit';
import { nextStep, type Outcome, type RequestKind } from './retryPolicy';

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
	/** Proxy, timeout (ms) and the like, as n8n's Request Options set them. */
	base?: Partial<IHttpRequestOptions>;
}

/** How a request may wait and repeat; design names in brackets. */
export interface SendSettings {
	/** At the rate limit (`onRateLimit`). */
	onRateLimit: 'wait' | 'fail';
	/** Longest single pause for the limit, in milliseconds (`maxWait`, seconds). */
	maxWaitMs: number;
	/** Writes repeat like reads (`retryWrites`). */
	retryWrites: boolean;
	signal?: AbortSignal;
	/** Told of each pause and repetition, for the user's log. */
	onPause?: (reason: string, ms: number) => void;
}

export const DEFAULT_SETTINGS: SendSettings = {
	onRateLimit: 'wait',
	maxWaitMs: 300_000,
	retryWrites: false,
};

/** A request failed for good. `message` and `description` are for the user and hold no secret. */
export class ServiceError extends Error {
	override name = 'ServiceError';

	readonly description: string;

	constructor(readonly failure: Failure) {
		const { message, description } = explain(failure);
		super(message);
		this.description = description;
	}
}

const DEFAULT_TIMEOUT_MS = 300_000;
const MAX_REDIRECTS = 5;

/**
 * Sends one request to the service: the only way there, for the node, its lists and the trigger.
 *
 * @param context the calling n8n context; its credentials of type `messagingIntegrationApi` are used
 * @param request method, path and values
 * @param settings waiting and repeating
 * @param clock injected by tests
 * @returns the answer, always 2xx and readable
 * @throws ServiceError when it failed for good, AccountError when the credentials cannot be used
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
	settings: SendSettings = DEFAULT_SETTINGS,
	clock: Clock = systemClock,
): Promise<Answer> {
	const account = readAccount(await context.getCredentials(CREDENTIALS));
	const gate = gateFor(account.baseUrl, account.apiKey, clock);
	const kind = kindOf(request.method);
	const home = new URL(account.baseUrl).origin;
	let url = request.address ?? `${account.baseUrl}${request.path}`;
	if (new URL(url).origin !== home) return await fetchElsewhere(context, url, request.base);
	let rateLimitedTimes = 0;
	let mayHaveHappened = false;
	let redirects = 0;
	for (let attempt = 1; ; ) {
		const { answer, fault, retryAfterMs } = await tryOnce(context, request, url, gate, settings, clock);
		const redirected = answer && redirectTarget(answer, url);
		if (redirected && kind === 'read' && redirects < MAX_REDIRECTS) {
			redirects += 1;
			url = redirected.href;
			if (redirected.origin === home) continue;
			if (request.stream) return await fetchElsewhere(context, url, request.base);
		}
		if (answer?.status === 429) rateLimitedTimes += 1;
		const outcome: Outcome = { status: answer?.status, errorCode: fault, retryAfterMs };
		const { onRateLimit, maxWaitMs, retryWrites } = settings;
		const step = nextStep({
			kind,
			attempt,
			outcome,
			onRateLimit,
			maxWaitMs,
			retryWrites,
			random: clock.random(),
			rateLimitedTimes,
			mayHaveHappenedBefore: mayHaveHappened,
		});
		if (step.action === 'repeat') {
			mayHaveHappened = step.mayHaveHappened;
			attempt += 1;
			// The gate knows of a 429 and waits it out for everyone.
			if (answer?.status === 429) continue;
			settings.onPause?.(step.because, step.delayMs);
			await clock.sleep(step.delayMs, settings.signal);
			continue;
		}
		const bad = answer && answer.status < 300 ? unreadable(answer) : undefined;
		if (answer && answer.status < 300 && bad === undefined) return answer;
		throw new ServiceError({
			...failureOf(answer),
			fault,
			redirectedTo: redirected?.host,
			pauseSeconds:
				answer?.status === 429 && retryAfterMs !== undefined
					? Math.ceil(retryAfterMs / 1000)
					: undefined,
			attempts: attempt,
			mayHaveHappened:
				(step.action === 'giveUp' && step.mayHaveHappened) ||
				(kind !== 'read' && (bad === 'brokenJson' || bad === 'html')),
		});
	}
}

/** Fetches a file from another host: without the key, outside the gate. */
async function fetchElsewhere(
	context: ServiceContext,
	address: string,
	base: ServiceRequest['base'],
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

interface Attempt {
	answer?: Answer;
	fault?: string;
	retryAfterMs?: number;
}

async function tryOnce(
	context: ServiceContext,
	request: ServiceRequest,
	url: string,
	gate: Gate,
	settings: SendSettings,
	clock: Clock,
): Promise<Attempt> {
	const pass = await enter(gate, settings);
	const sentAt = clock.now();
	let answer: Answer | undefined;
	let retryAfterMs: number | undefined;
	try {
		answer = await exchange(context, request, url);
		retryAfterMs = readRetryAfter(answer.body, answer.headers, clock.now());
		return { answer, retryAfterMs };
	} catch (error) {
		settings.signal?.throwIfAborted();
		return { fault: faultOf(error) };
	} finally {
		pass.leave({
			status: answer?.status,
			headers: answer?.headers,
			retryAfterMs,
			sentAt,
			receivedAt: clock.now(),
		});
	}
}

async function enter(gate: Gate, settings: SendSettings): Promise<Pass> {
	const entering = gate.enter({
		signal: settings.signal,
		maxWaitMs: settings.onRateLimit === 'fail' ? 0 : settings.maxWaitMs,
		onWait: (ms) => settings.onPause?.('the rate limit is used up', ms),
	});
	return await entering.catch((error: unknown) => {
		if (!(error instanceof RateLimitWaitTooLong)) throw error;
		throw new ServiceError({
			status: 429,
			pauseSeconds: Math.ceil(error.waitMs / 1000),
			attempts: 0,
			mayHaveHappened: false,
		});
	});
}

async function exchange(
	context: ServiceContext,
	request: ServiceRequest,
	url: string,
): Promise<Answer> {
	// Copies: n8n's helper writes into what it is given, and the next try needs the original.
	const options: IHttpRequestOptions = {
		timeout: DEFAULT_TIMEOUT_MS,
		...request.base,
		method: request.method,
		url,
		qs: { ...request.query },
		headers: { Accept: request.stream ? '*/*' : 'application/json', ...request.base?.headers },
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The key must not travel on to another host, so redirects are ours to judge.
		disableFollowRedirect: true,
	};
	delete options.baseURL;
	delete options.body;
	if (request.body !== undefined) {
		options.body = structuredClone(request.body);
		options.headers = { 'Content-Type': 'application/json', ...options.headers };
	}
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

function failureOf(answer: Answer | undefined): Pick<Failure, 'status' | 'code' | 'serviceMessage' | 'unreadable'> {
	if (!answer) return {};
	const { code, message } = errorEnvelope(answer.body);
	return {
		status: answer.status,
		code,
		serviceMessage: message,
		unreadable: answer.status < 300 ? unreadable(answer) : undefined,
	};
}

function redirectTarget(answer: Answer, from: string): URL | undefined {
	const location = header(answer.headers, 'location');
	if (answer.status < 300 || answer.status >= 400 || location === undefined) return undefined;
	try {
		return new URL(location, from);
	} catch {
		return undefined;
	}
}

/** n8n wraps what axios throws; the code of the fault is in one of these places, depending on the version. */
function faultOf(error: unknown): string {
	const places = error as { httpCode?: unknown; code?: unknown; cause?: { code?: unknown } };
	for (const code of [places.cause?.code, places.code, places.httpCode]) {
		if (typeof code === 'string' && /^[A-Z][A-Z_]{3,}$/.test(code)) return code;
	}
	// A fault without a code is a fault of the program, not of the network.
	throw error;
}

/** Design, section 4: reads, requests that may be repeated by their nature, and writes. */
export function kindOf(method: string): RequestKind {
	if (method === 'GET' || method === 'HEAD') return 'read';
	return method === 'PUT' || method === 'DELETE' ? 'replaceable' : 'write';
}
