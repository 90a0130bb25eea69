import { randomUUID } from 'crypto';
import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';
import { warn } from '../../shared/log';
import { clocks } from '../../transport/clock';

/** A mode of its own, so that n8n's Remove Duplicates node neither reads nor writes this row. */
const OPTIONS = { mode: 'messagingIntegrationLock' } as unknown as ICheckProcessedOptions;

const HELD = 'held';

/** A lock that is held for longer belongs to a process that was killed. A check takes milliseconds. */
const STALE_MS = 4_500;

/** After this time, a delivery passes without the lock. */
const GIVE_UP_MS = 10_000;

/** How often n8n's store may fail in a row. One failure is normal: another process inserted the row at once. */
const MAX_FAILURES = 20;

/**
 * Waits for the lock of a workflow, which all processes share: a row in n8n's store, whose primary key lets one process
 * insert it. A waiting process leaves a mark in it. If the mark stays, the holder was killed.
 * @returns a function that releases the lock; it never throws
 * @throws Error if the lock is not available: the store fails, or another node uses its row
 */
export async function lockStore(context: IExecuteFunctions): Promise<() => Promise<void>> {
	const clock = clocks.current;
	const { checkProcessedAndRecord, clearAllProcessedItems } = context.helpers;
	const mark = randomUUID();
	const start = clock.now();
	// Not the same for all, so that two processes do not delete the row one after the other.
	const staleMs = STALE_MS * (1 + clock.random() / 10);
	let heldSince = start;
	let failures = 0;
	while (clock.now() - start < GIVE_UP_MS) {
		const found = await checkProcessedAndRecord([HELD, mark], 'workflow', OPTIONS).catch(
			(error: Error) => {
				failures += 1;
				if (failures >= MAX_FAILURES || /incompatible/.test(error.message)) throw error;
				return undefined;
			},
		);
		if (found !== undefined) failures = 0;
		if (found?.new.includes(HELD)) return releaseAfter(context, clock.now());
		if (found?.new.includes(mark)) heldSince = clock.now();
		if (found && clock.now() - heldSince >= staleMs)
			await clearAllProcessedItems('workflow', OPTIONS);
		await clock.sleep(10 + 20 * clock.random());
	}
	throw new Error('other processes hold its lock');
}

function releaseAfter(context: IExecuteFunctions, since: number): () => Promise<void> {
	return async () => {
		// By now another process may hold it.
		if (clocks.current.now() - since >= STALE_MS) return;
		try {
			await context.helpers.clearAllProcessedItems('workflow', OPTIONS);
		} catch (error) {
			warn(context, `Could not release n8n's store: ${(error as Error).message}`);
		}
	};
}
