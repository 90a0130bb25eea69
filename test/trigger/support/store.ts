import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/** n8n's store of processed entries, in memory: like n8n's, it reads a row and writes it back later, without a lock. */
class Store implements IDataDeduplicator {
	private readonly rows = new Map<string, DeduplicationItemTypes[]>();

	/** Awaited once between reading and writing. */
	pauseNext: Promise<void> | undefined;

	/** The error of each check, e.g. because the database is down. */
	failure: Error | undefined;

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		{ workflow, node }: ICheckProcessedContextData,
		{ maxEntries = Infinity }: { maxEntries?: number },
	): Promise<IDeduplicationOutput> {
		if (this.failure) throw this.failure;
		const key = `${workflow.id} ${node?.id}`;
		const row = this.rows.get(key) ?? [];
		const pause = this.pauseNext;
		this.pauseNext = undefined;
		await (pause ?? new Promise((resolve) => setImmediate(resolve)));
		const isKnown = (item: DeduplicationItemTypes) => row.includes(item);
		const output = {
			new: items.filter((item) => !isKnown(item)),
			processed: items.filter(isKnown),
		};
		this.rows.set(key, [...row, ...output.new].slice(-maxEntries));
		return output;
	}

	/** Returns the entries of the trigger of a workflow. */
	rowOf(workflowId: string): DeduplicationItemTypes[] | undefined {
		return this.rows.get(`${workflowId} trigger`);
	}

	async removeProcessed(): Promise<void> {}

	async clearAllProcessedItems(): Promise<void> {}

	async getProcessedDataCount(): Promise<number> {
		return 0;
	}
}

/** The store of all hosts of a test file; a row belongs to one workflow. */
export const store = new Store();

let isInstalled = false;

/** Makes `store` the store of n8n-core. */
export async function installStore(): Promise<void> {
	if (!isInstalled) await DataDeduplicationService.init(store);
	isInstalled = true;
}
