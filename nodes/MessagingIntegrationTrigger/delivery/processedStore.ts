import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { clocks } from '../../transport/clock';
import { triggerKey } from './deduplicator';

/** Identity of a delivery, on the first item that the webhook hands to `execute`; n8n keeps it on its way through the queue. */
const MARK = 'messagingIntegrationDelivery';

/** Deliveries in n8n's store per trigger. */
const MAX_ENTRIES = 2000;

/**
 * n8n's store reads and writes without a lock, so processes overwrite each other's entries, hundreds in a row under load. So each
 * check also restores the latest entries of its process. Several processes together must not fill the store with them.
 */
const MAX_RECENT = 500;

/** Marks the items of a delivery, so that `emitOnce` looks its identity up in n8n's store. */
export function markItems(items: INodeExecutionData[], identity: string): INodeExecutionData[] {
	return items.map((item, index) => (index === 0 ? { ...item, [MARK]: identity } : item));
}

/**
 * Returns the items of a delivery without the mark; none if n8n's store says that another execution has processed the delivery
 * on the same day (UTC), in another process or before a restart. Test runs and retried executions always pass, and so do all
 * deliveries if the store fails.
 */
export async function emitOnce(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const identity = items[0]?.[MARK];
	const unmarked = items.map(({ [MARK]: _mark, ...item }) => item as INodeExecutionData);
	const mode = context.getMode();
	if (typeof identity !== 'string' || mode === 'manual' || mode === 'retry') return [unmarked];
	if (!(await storeFor(context).isDuplicate(context, identity))) return [unmarked];
	context.addExecutionHints?.({
		message:
			'This delivery was already processed by another execution, so this one ends here. To process duplicates, turn off Deduplicate in the options of the trigger.',
		location: 'outputPane',
	});
	return [[]];
}

/** The entries of one trigger in n8n's store. */
class ProcessedStore {
	/** The latest entries of this process, oldest first. */
	private readonly recent = new Set<string>();

	private lastCheck: Promise<unknown> = Promise.resolve();

	/** Whether another execution has processed a delivery. One check at a time, because concurrent ones lose entries. */
	async isDuplicate(context: IExecuteFunctions, identity: string): Promise<boolean> {
		const check = this.lastCheck.then(async () => await this.check(context, identity));
		this.lastCheck = check;
		return await check;
	}

	private async check(context: IExecuteFunctions, identity: string): Promise<boolean> {
		// The store has no dates. Without the day, an event that looks the same each time would never run again.
		const entry = `${new Date(clocks.current.now()).toISOString().slice(0, 10)} ${identity}`;
		if (this.recent.has(entry)) return true;
		this.recent.add(entry);
		for (const oldest of this.recent) {
			if (this.recent.size <= MAX_RECENT) break;
			this.recent.delete(oldest);
		}
		try {
			const options = { mode: 'entries' as const, maxEntries: MAX_ENTRIES };
			const { processed } = await context.helpers.checkProcessedAndRecord(
				[...this.recent],
				'node',
				options,
			);
			return processed.includes(entry);
		} catch (error) {
			context.logger.warn(`Could not look up a delivery: ${(error as Error).message}`, {
				node: context.getNode().name,
			});
			return false;
		}
	}
}

const stores = new Map<string, ProcessedStore>();

function storeFor(context: IExecuteFunctions): ProcessedStore {
	const trigger = triggerKey(context);
	let store = stores.get(trigger);
	if (!store) stores.set(trigger, (store = new ProcessedStore()));
	return store;
}
