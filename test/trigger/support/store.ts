import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

interface Row {
	mode: string;
	data: DeduplicationItemTypes[];
}

const keyOf = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData) =>
	`${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;

const afterOneTurn = async () => await new Promise((resolve) => setImmediate(resolve));

/**
 * n8n's store of processed entries, in memory: like n8n's, it reads a row and writes it back later without a lock,
 * inserts a row unless it exists, and rejects a row with another mode.
 */
class Store implements IDataDeduplicator {
	readonly rows = new Map<string, Row>();

	/** The error of each check, e.g. because the database is down. */
	failure: Error | undefined;

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ mode, maxEntries = Infinity }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (this.failure) throw this.failure;
		const key = keyOf(scope, context);
		await afterOneTurn();
		const row = structuredClone(this.rows.get(key));
		await afterOneTurn();
		if (row && row.mode !== mode)
			throw new Error('Deduplication data was originally saved with an incompatible setting');
		if (row === undefined && this.rows.has(key)) throw new Error('duplicate key value violates unique constraint');
		const isKnown = (item: DeduplicationItemTypes) => row?.data.includes(item) === true;
		const output = { new: items.filter((item) => !isKnown(item)), processed: items.filter(isKnown) };
		const data = [...(row?.data ?? []), ...output.new].slice(-maxEntries);
		// An UPDATE finds no row if another process has deleted it.
		if (row === undefined || this.rows.has(key)) this.rows.set(key, { mode, data });
		return output;
	}

	rowOf(workflowId: string): DeduplicationItemTypes[] | undefined {
		return this.rows.get(`${workflowId} n:trigger`)?.data;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const row = this.rows.get(keyOf(scope, context));
		if (row) row.data = row.data.filter((item) => !items.includes(item));
	}

	async clearAllProcessedItems(scope: DeduplicationScope, context: ICheckProcessedContextData): Promise<void> {
		if (this.failure) throw this.failure;
		await afterOneTurn();
		this.rows.delete(keyOf(scope, context));
	}

	async getProcessedDataCount(): Promise<number> {
		return 0;
	}
}

/** The store of all hosts of this process; a row belongs to one workflow. */
export const store = new Store();

export async function installStore(): Promise<void> {
	// n8n-core allows one per process, in which a mutation test loads this file again and again.
	Reflect.deleteProperty(DataDeduplicationService, 'instance');
	await DataDeduplicationService.init(store);
}
