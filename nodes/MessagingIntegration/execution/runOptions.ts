import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteSingleFunctions,
} from 'n8n-workflow';
import { retrySafety } from '../../transport/request/retryPolicy';
import { DEFAULT_SETTINGS, type SendSettings } from '../../transport/request/send';
import { MAX_JSON_SIZE } from '../fields/options';
import type { Run } from './run';

/** How to send an item, from the collection `options` of every operation. */
export interface RunOptions {
	/** Maximum number of items in flight, and of requests in flight per item. */
	concurrency: number;
	settings: SendSettings;
}

/** Reads the options. The default concurrency is 5 for reads and 1 for writes. */
export function readOptions(
	context: IExecuteSingleFunctions,
	run: Run,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): RunOptions {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const isRead = retrySafety(requestData.options.method ?? 'GET') === 'safe';
	const concurrency = Math.floor(Number(options.concurrency ?? (isRead ? 5 : 1)));
	const maxWait = Number(options.maxWait ?? DEFAULT_SETTINGS.maxWaitMs / 1000);
	const maxDuration = Number(options.maxDuration);
	const maxJsonSize = Number(options.maxJsonSize);
	const settings: SendSettings = {
		account: run.account,
		maxDurationMs: maxDuration > 0 ? maxDuration * 1000 : undefined,
		maxTextBytes: maxJsonSize > 0 ? Math.min(maxJsonSize, MAX_JSON_SIZE) * 1_000_000 : undefined,
		onRateLimit: options.onRateLimit === 'fail' ? 'fail' : 'wait',
		maxWaitMs:
			Number.isFinite(maxWait) && maxWait >= 0 ? maxWait * 1000 : DEFAULT_SETTINGS.maxWaitMs,
		retryWrites: options.retryWrites === true,
		signal: context.getExecutionCancelSignal(),
		onPause: (reason, ms) => notifyUser(context, `Waiting ${Math.ceil(ms / 1000)} s: ${reason}`),
		onWaited: (ms) => (run.waitedMs += ms),
		onRetry: () => (run.retries += 1),
	};
	return { concurrency: concurrency >= 1 ? concurrency : 1, settings };
}

/** Writes to n8n's log and, in a manual run, to the browser console. Declarative nodes cannot show hints. */
function notifyUser(context: IExecuteSingleFunctions, text: string): void {
	context.logger.info(text, { node: context.getNode().name });
	(context as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
}
