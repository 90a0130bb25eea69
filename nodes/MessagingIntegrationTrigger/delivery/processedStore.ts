import { randomUUID } from 'crypto';
import type { ICheckProcessedOptions, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { downloadMedia, type MediaFile } from '../../files/downloadMedia';
import { warn } from '../../shared/log';
import { clocks } from '../../transport/clock';
import { isReceivedHere, keepMsOf } from './duplicates';

/** The field of an item with what `execute` needs, which n8n's queue keeps. The identity is for n8n's store. */
export const MARK = 'messagingIntegration';

type Mark = { identity?: string; hint?: string; files?: MediaFile[] };

const DUPLICATE =
	'This delivery was already processed by another execution, so this one ends here. To process duplicates, turn off Deduplicate in the options of the trigger.';

/** Entries in n8n's store per trigger, two per delivery. n8n rewrites all, 27 bytes each, with each delivery. */
const MAX_ENTRIES = 2400;

/** Returns the items with their files; none if n8n's store knows the delivery. Test runs and retries always pass. */
export async function emitOnce(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const markedItems = this.getInputData() as Array<INodeExecutionData & { [MARK]?: Mark }>;
	const { identity, hint } = markedItems[0]?.[MARK] ?? {};
	const isChecked = identity !== undefined && !['manual', 'retry'].includes(this.getMode());
	const isKnown = isChecked && (await isDuplicate(this, identity));
	const message = isKnown ? DUPLICATE : hint;
	if (message !== undefined) this.addExecutionHints?.({ message, location: 'outputPane' });
	const items = markedItems.map(({ [MARK]: mark, ...item }) => ({ item, files: mark?.files ?? [] }));
	return [isKnown ? [] : await downloadMedia(this, items)];
}

/** The last lookup in the store. n8n reads a row and writes it back later, so there is one lookup at a time. */
let lastLookup: Promise<unknown> = Promise.resolve();

/** Looks a delivery up in the store, and records it. @returns whether it was there; false if the store fails */
async function isDuplicate(context: IExecuteFunctions, identity: string): Promise<boolean> {
	const lookup = lastLookup.then(async () => await checkAndRecord(context, identity));
	lastLookup = lookup;
	return await lookup;
}

/** Records a delivery; in queue mode, where other processes use the store, under a lock. @returns as `isDuplicate` */
async function checkAndRecord(context: IExecuteFunctions, identity: string): Promise<boolean> {
	const { checkProcessedAndRecord, clearAllProcessedItems, removeProcessed } = context.helpers;
	const report = ({ message }: Error) => warn(context, `n8n's store of processed deliveries failed: ${message}`);
	// The store has no dates, so an entry names its period: this one and the one before, in which it may have come first.
	const period = Math.floor(clocks.current.now() / keepMsOf(identity));
	const entries = [`${period} ${identity}`, `${period - 1} ${identity}`];
	const isLocked = isReceivedHere(context, identity) ? undefined : await lockStore(context).catch(report);
	const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
	const result = await checkProcessedAndRecord(entries, 'node', options).catch(report);
	const isKnown = (result?.processed.length ?? 0) > 0;
	// A duplicate must not prolong how long the delivery is remembered.
	if (isKnown) await removeProcessed(result?.new ?? [], 'node', options).catch(report);
	if (isLocked) await clearAllProcessedItems('workflow', LOCK).catch(report);
	return isKnown;
}

/** A mode of its own, so that n8n's Remove Duplicates node neither reads nor writes this row. */
const LOCK = { mode: 'messagingIntegrationLock' } as unknown as ICheckProcessedOptions;
const LOCK_ENTRY = 'held';
/** A lock that is held for longer belongs to a process that was killed. A lookup takes milliseconds. */
const STALE_MS = 4_500;
/** How often n8n's store may fail in a row. One failure is normal: another process inserted the row at once. */
const MAX_FAILURES = 20;

/**
 * Waits for the lock of a workflow: a row in n8n's store that only one process can insert. A waiting process adds
 * an entry to it; if the entry stays, the holder was killed, and the row is deleted. @throws Error if the store fails
 */
async function lockStore({ helpers }: IExecuteFunctions): Promise<true> {
	const clock = clocks.current;
	const waitingEntry = randomUUID();
	let staleAt = Infinity;
	for (let failures = 0; ;) {
		const result = await helpers
			.checkProcessedAndRecord([LOCK_ENTRY, waitingEntry], 'workflow', LOCK)
			.catch((error: Error) => {
				failures += 1;
				if (failures >= MAX_FAILURES || /incompatible/.test(error.message)) throw error;
			});
		if (result) failures = 0;
		if (result?.new.includes(LOCK_ENTRY)) return true;
		if (result?.new.includes(waitingEntry)) staleAt = clock.now() + STALE_MS;
		if (clock.now() >= staleAt) await helpers.clearAllProcessedItems('workflow', LOCK);
		await clock.sleep(10 + 20 * clock.random());
	}
}
