import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { countOf, textOf } from '../../shared/values';
import { UserError } from '../../shared/userError';
import { clocks } from '../../transport/clock';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { retrySafety } from '../../transport/request/retryPolicy';
import { DEFAULT_SETTINGS, type SendSettings } from '../../transport/request/send';
import { MAX_JSON_SIZE } from '../fields/options';

/** What may be done with a request whose outcome is unknown: a `write` must not be sent again. */
export type RequestKind = 'read' | 'repeatableWrite' | 'write';

/** How to send an item. */
export type ItemOptions = ReturnType<typeof readOptions>;

/** Reads Options and Request Options. The default concurrency is 5 for reads and 1 for writes. */
export function readOptions(context: IExecuteSingleFunctions, method = 'GET') {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const retryWrites = options.retryWrites === true;
	const safety = retrySafety(method);
	const isRead = safety === 'safe';
	const kind: RequestKind = isRead ? 'read' : safety === 'unsafe' && !retryWrites ? 'write' : 'repeatableWrite';
	// Also for reads, so that an invalid pause is found.
	const pauseMs = readPause(options.pause as IDataObject | undefined);
	const maxWait = Number(options.maxWait ?? NaN);
	const maxDuration = Number(options.maxDuration);
	const maxJsonSize = Number(options.maxJsonSize);
	const settings: SendSettings = {
		maxDurationMs: maxDuration > 0 ? maxDuration * 1000 : undefined,
		maxTextBytes: maxJsonSize > 0 ? Math.min(maxJsonSize, MAX_JSON_SIZE) * 1_000_000 : undefined,
		onRateLimit: options.onRateLimit === 'fail' ? 'fail' : 'wait',
		maxWaitMs: maxWait >= 0 && maxWait < Infinity ? maxWait * 1000 : DEFAULT_SETTINGS.maxWaitMs,
		retryWrites,
		signal: context.getExecutionCancelSignal(),
	};
	return {
		kind,
		concurrency: Math.max(1, Math.floor(Number(options.concurrency ?? (isRead ? 5 : 1))) || 1),
		pauseMs: isRead ? undefined : pauseMs,
		settings,
		requestOptions: readRequestOptions(context),
	};
}

/** Returns a random pause within the bounds of the option. A bound that is not set is the other one. */
function readPause(pause: IDataObject = {}): number | undefined {
	if (Object.keys(pause).length === 0) return undefined;
	const { min = pause.max, max = min } = pause;
	const [from, to] = [min, max].map((each) => Number(textOf(each) ?? NaN)) as [number, number];
	if (!(from >= 0 && from <= to && to < Infinity))
		throw new UserError(
			`The pause between items is invalid: from ${JSON.stringify(min)} to ${JSON.stringify(max)} seconds`,
			'Under Pause Between Items, enter two numbers of at least 0. Min Seconds must not be greater than Max Seconds.',
		);
	return (from + clocks.current.random() * (to - from)) * 1000;
}

/** Reads Request Options as n8n's `RoutingNode.runNode` does. @throws UserError if the proxy is not a URL */
function readRequestOptions(context: IExecuteSingleFunctions): ServiceRequest['requestOptions'] {
	const options = context.getNodeParameter('requestOptions', {}) as IDataObject;
	const { proxy, timeout, allowUnauthorizedCerts } = options;
	return {
		proxy: proxy ? parseProxy(String(proxy)) : undefined,
		timeout: countOf(timeout),
		skipSslCertificateValidation: allowUnauthorizedCerts ? true : undefined,
	};
}

function parseProxy(text: string): IHttpRequestOptions['proxy'] {
	try {
		const { protocol, hostname: host, port, username, password } = new URL(text);
		const [user, secret] = [username, password].map(decodeURIComponent) as [string, string];
		const defaultPort = { 'http:': 80, 'https:': 443 }[protocol];
		const auth = user ? { auth: { username: user, password: secret } } : {};
		if (defaultPort !== undefined)
			return { protocol: protocol.slice(0, -1), host, port: Number(port || defaultPort), ...auth };
	} catch {
		// It is not a URL.
	}
	throw new UserError(
		'The proxy is not valid',
		'In the settings of the node, enter a URL such as http://proxy.example.com:3128 under Request Options → Proxy.',
	);
}
