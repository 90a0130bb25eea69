import type { DeclarativeRestApiSettings, IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { DEFAULT_SETTINGS, retrySafety, type SendSettings } from '../../transport/request/send';
import type { Run } from './run';

/** How an item is sent: the collection `options` that every operation has. */
export interface RunOptions {
	/** How many items, and how many requests of one item, may be in flight at a time. */
	concurrency: number;
	settings: SendSettings;
}

/** Reads the options; the defaults depend on whether the request reads or writes. */
export function readOptions(
	context: IExecutePaginationFunctions,
	run: Run,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): RunOptions {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const isRead = retrySafety(requestData.options.method ?? 'GET') === 'safe';
	const concurrency = Math.floor(Number(options.concurrency ?? (isRead ? 5 : 1)));
	const maxWait = Number(options.maxWait ?? DEFAULT_SETTINGS.maxWaitMs / 1000);
	const maxDuration = Number(options.maxDuration);
	const settings: SendSettings = {
		maxDurationMs: maxDuration > 0 ? maxDuration * 1000 : undefined,
		onRateLimit: options.onRateLimit === 'fail' ? 'fail' : 'wait',
		maxWaitMs: Number.isFinite(maxWait) && maxWait >= 0 ? maxWait * 1000 : DEFAULT_SETTINGS.maxWaitMs,
		retryWrites: options.retryWrites === true,
		signal: context.getExecutionCancelSignal(),
		onPause: (reason, ms) => tellUser(context, `Waiting ${Math.ceil(ms / 1000)} s: ${reason}`),
		onWaited: (ms) => (run.waitedMs += ms),
		onRetry: () => (run.repeated += 1),
	};
	return { concurrency: concurrency >= 1 ? concurrency : 1, settings };
}

/** n8n's log, and the browser's console for who runs the workflow by hand: n8n's hints are not open to declarative nodes. */
function tellUser(context: IExecutePaginationFunctions, text: string): void {
	context.logger.info(text, { node: context.getNode().name });
	(context as { sendMessageToUI?: (message: string) => void }).sendMessageToUI?.(text);
}
