import { randomUUID } from 'crypto';
import type { ICheckProcessedOptions, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { warn } from '../../shared/log';
import { clocks } from '../../transport/clock';
import { keepMsOf } from './duplicates';
import { downloadMedia, type MediaFile } from './media';

/** Fields of items on the way to `execute`, kept in the queue; the first item has the identity and the hint. */
const MARK = 'messagingIntegrationDelivery';
const MEDIA = 'messagingIntegrationMedia';
const HINT = 'messagingIntegrationHint';

const DUPLICATE =
	'This delivery was already processed by another execution, so this one ends here. To process duplicates, turn off Deduplicate in the options of the trigger.';

/**
 * Entries in n8n's store per trigger, two per delivery. n8n rewrites all of them, 27 bytes each, with each
 * delivery.
 */
const MAX_ENTRIES = 2400;

/** Marks the items of a delivery for `emitOnce`. @param identity undefined if n8n's store is not used */
export function markItems(
	items: Array<{ item: INodeExecutionData; files: MediaFile[] }>,
	identity: string | undefined,
	hint: string | undefined,
): INodeExecutionData[] {
	return items.map(({ item, files }, index) => ({
		...item,
		...(index === 0 && identity !== undefined && { [MARK]: identity }),
		...(index === 0 && hint !== undefined && { [HINT]: hint }),
		...(files.length > 0 && { [MEDIA]: { files } }),
	}));
}

/**
 * Returns the items of a delivery with their files; none if n8n's store says that it was processed. Test runs and
 * retried executions always pass, and all deliveries if the store fails.
 */
export async function emitOnce(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	const { [MARK]: identity, [HINT]: hint } = items[0] ?? ({} as Partial<INodeExecutionData>);
	const unmarked = items.map((marked) => {
		const { files = [] } = (marked[MEDIA] ?? {}) as { files?: MediaFile[] };
		const item: Record<string, unknown> = { ...marked };
		for (const mark of [MARK, HINT, MEDIA]) delete item[mark];
		return { item: item as unknown as INodeExecutionData, files };
	});
	const mode = this.getMode();
	const isChecked = typeof identity === 'string' && mode !== 'manual' && mode !== 'retry';
	const isKnown = isChecked && (await isDuplicate(this, identity));
	const message = isKnown ? DUPLICATE : hint;
	if (typeof message === 'string') this.addExecutionHints?.({ message, location: 'outputPane' });
	return [isKnown ? [] : await downloadMedia(this, unmarked)];
}

interface Check {
	context: IExecuteFunctions;
	entries: string[];
	resolve: (isDuplicate: boolean) => void;
}

const queues = new Map<string, Check[]>();

/**
 * The store has no dates, so an entry names its period: this one and the one before, in which it may have come
 * first.
 */
function entriesOf(identity: string): string[] {
	const period = Math.floor(clocks.current.now() / keepMsOf(identity));
	return [period, period - 1].map((each) => `${each} ${identity}`);
}

async function isDuplicate(context: IExecuteFunctions, identity: string): Promise<boolean> {
	const entries = entriesOf(identity);
	return await new Promise((resolve) => {
		const workflow = String(context.getWorkflow().id);
		const queue = queues.get(workflow) ?? [];
		queue.push({ context, entries, resolve });
		if (queues.has(workflow)) return;
		queues.set(workflow, queue);
		void checkAll(workflow, queue);
	});
}

/** Checks all that wait for the store of a workflow, under the lock: n8n reads a row and writes it back later. */
async function checkAll(workflow: string, queue: Check[]): Promise<void> {
	for (let [first] = queue; first !== undefined; [first] = queue) {
		const { context } = first;
		const release = await lockStore(context).catch((error: Error) => reportFailure(context, error));
		const checks = queue.splice(0);
		for (const id of new Set(checks.map((check) => check.context.getNode().id)))
			await checkTrigger(checks.filter((check) => check.context.getNode().id === id));
		await release?.();
	}
	queues.delete(workflow);
}

/** Checks deliveries to one trigger. All but duplicates among them pass if the store fails. */
async function checkTrigger(checks: Check[]): Promise<void> {
	const [first] = checks;
	if (first === undefined) return;
	const { context } = first;
	const entries = [...new Set(checks.flatMap((check) => check.entries))];
	const found = await context.helpers
		.checkProcessedAndRecord(entries, 'node', { mode: 'entries', maxEntries: MAX_ENTRIES })
		.catch((error: Error) => reportFailure(context, error));
	const known = new Set(found?.processed.map(String));
	for (const check of checks) {
		check.resolve(check.entries.some((entry) => known.has(entry)));
		for (const entry of check.entries) known.add(entry);
	}
}

function reportFailure(context: IExecuteFunctions, { message }: Error): undefined {
	warn(context, `n8n's store of processed deliveries is not available: ${message}`);
}

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
 * Waits for the lock of a workflow, which all processes share: a row in n8n's store that only one of them can
 * insert. A waiting process leaves a mark in it; if the mark stays, the holder was killed.
 * @returns a function that releases the lock and never throws
 * @throws Error if the store fails, or another node uses the row
 */
async function lockStore(context: IExecuteFunctions): Promise<() => Promise<void>> {
	const clock = clocks.current;
	const { checkProcessedAndRecord, clearAllProcessedItems } = context.helpers;
	const mark = randomUUID();
	const start = clock.now();
	// Not the same for all, so that two processes do not delete the row one after the other.
	const staleMs = STALE_MS * (1 + clock.random() / 10);
	let heldSince = start;
	let failures = 0;
	while (clock.now() - start < GIVE_UP_MS) {
		const found = await checkProcessedAndRecord([HELD, mark], 'workflow', OPTIONS).catch((error: Error) => {
			failures += 1;
			if (failures >= MAX_FAILURES || /incompatible/.test(error.message)) throw error;
			return undefined;
		});
		if (found !== undefined) failures = 0;
		if (found?.new.includes(HELD)) return releaseAfter(context, clock.now());
		if (found?.new.includes(mark)) heldSince = clock.now();
		if (found && clock.now() - heldSince >= staleMs) await clearAllProcessedItems('workflow', OPTIONS);
		await clock.sleep(10 + 20 * clock.random());
	}
	throw new Error('other processes hold its lock');
}

function releaseAfter(context: IExecuteFunctions, since: number): () => Promise<void> {
	return async () => {
		if (clocks.current.now() - since >= STALE_MS) return;
		try {
			await context.helpers.clearAllProcessedItems('workflow', OPTIONS);
		} catch (error) {
			warn(context, `Could not release n8n's store: ${(error as Error).message}`);
		}
	};
}
