import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { countOf, textOf } from '../../shared/values';
import { clocks } from '../../transport/clock';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import { retrySafety } from '../../transport/request/retryPolicy';
import { DEFAULT_SETTINGS, type SendSettings } from '../../transport/request/send';

/** What may be done with a request whose outcome is unknown: a `write` must not be sent again. */
export type RequestKind = 'read' | 'repeatableWrite' | 'write';

/** How to send an item. `pauseMs` is before it, unless it is the first one. */
export interface ItemOptions {
	requestKind: RequestKind;
	concurrency: number;
	pauseMs?: number;
	settings: SendSettings;
	requestOptions: ServiceRequest['requestOptions'];
}

/** Reads all options. The default concurrency is 5 for reads and 1 for writes. */
export function readOptions(context: IExecuteSingleFunctions, method: string): ItemOptions {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const retryWrites = options.retryWrites === true;
	const safety = retrySafety(method);
	const isRead = safety === 'safe';
	const requestKind: RequestKind = isRead ? 'read' : safety === 'unsafe' && !retryWrites ? 'write' : 'repeatableWrite';
	const maxWait = Number(options.maxWait ?? NaN);
	const settings: SendSettings = {
		hasOptions: true,
		onRateLimit: options.onRateLimit === 'fail' ? 'fail' : 'wait',
		maxWaitMs: maxWait >= 0 && maxWait < Infinity ? maxWait * 1000 : DEFAULT_SETTINGS.maxWaitMs,
		retryWrites,
		signal: context.getExecutionCancelSignal(),
	};
	return {
		requestKind,
		concurrency: Math.max(1, Math.floor(Number(options.concurrency ?? (isRead ? 5 : 1))) || 1),
		pauseMs: isRead ? undefined : readPause(options.pause as IDataObject | undefined),
		settings,
		requestOptions: readRequestOptions(context),
	};
}

/** Reads Request Options as n8n's `RoutingNode.runNode` reads them. */
function readRequestOptions(context: IExecuteSingleFunctions): ItemOptions['requestOptions'] {
	const { proxy, timeout, allowUnauthorizedCerts } = context.getNodeParameter('requestOptions', {}) as IDataObject;
	return {
		proxy: proxy ? parseProxy(String(proxy)) : undefined,
		timeout: countOf(timeout),
		skipSslCertificateValidation: allowUnauthorizedCerts ? true : undefined,
	};
}

/** Returns a random pause within the bounds of the option. A bound that is not set is the other one. */
function readPause(pause: IDataObject = {}): number | undefined {
	if (Object.keys(pause).length === 0) return undefined;
	const { min = pause.max, max = min } = pause;
	const [from, to] = [min, max].map((bound) => Number(textOf(bound) ?? NaN)) as [number, number];
	if (!(from >= 0 && from <= to && to < Infinity))
		throw new UserError(
			`The pause between items is invalid: from ${JSON.stringify(min)} to ${JSON.stringify(max)} seconds`,
			'Under Pause Between Items, enter two numbers of at least 0. Min Seconds must not be greater than Max Seconds.',
		);
	return (from + clocks.current.random() * (to - from)) * 1000;
}

function parseProxy(text: string): IHttpRequestOptions['proxy'] {
	try {
		const url = new URL(text);
		const [username, password] = [url.username, url.password].map(decodeURIComponent) as [string, string];
		const auth = username === '' ? {} : { auth: { username, password } };
		const defaultPort = { 'http:': 80, 'https:': 443 }[url.protocol];
		const port = Number(url.port || defaultPort);
		if (defaultPort) return { protocol: url.protocol.slice(0, -1), host: url.hostname, port, ...auth };
	} catch {
		// It is not a URL.
	}
	throw new UserError(
		'The proxy is not valid',
		'In the settings of the node, enter a URL such as http://proxy.example.com:3128 under Request Options → Proxy.',
	);
}
