import { clocks, systemClock } from '../../nodes/transport/clock';
import { startSandbox, type Sandbox } from '../../sandbox';
import {
	faults,
	ITEMS,
	operations,
	runCombination,
	settings,
	type Combination,
	type Fate,
	type Seen,
} from './support/settingsMatrix';
import { InstantClock } from '../engine/support/instantClock';

/**
 * Whatever a user sets on the node, and whatever breaks where: nothing is sent twice, and every item is in exactly one
 * of three places: the results, the errors, or the number of items that were not sent. The ledger shows what really
 * happened. FULL=1 tests each fault at all three positions; otherwise faults and positions take turns.
 */
const full = process.env.FULL !== undefined;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ tier: 'none', instances: 8, now: () => clocks.current.now() });
});
beforeEach(() => {
	clocks.current = new InstantClock();
});
afterEach(() => {
	clocks.current = systemClock;
});
afterAll(async () => {
	await sandbox.close();
});

/** The number of items that a run of the combination gets. */
const itemsOf = ({ setting }: Combination) => (setting.node?.executeOnce ? 1 : ITEMS);

/** The expected fate of the item with the fault, including n8n's own retries. */
function fateOf({ setting, operation, fault, position }: Combination): Fate {
	if (fault === undefined) return 'recovers';
	const fate = fault.fate[operation.kind];
	// With "continue", n8n retries only if the first item has failed.
	const isRetried =
		setting.node?.retryOnFail === true && (setting.onError === undefined || position === 0);
	return isRetried && (fate === 'rejected' || operation.kind !== 'write') ? 'recovers' : fate;
}

/** The positions at which a setting and an operation get a fault. */
function positionsOf(
	{ setting, operation }: Pick<Combination, 'setting' | 'operation'>,
	fault: number,
): number[] {
	const turn = fault + settings.indexOf(setting) + operations.indexOf(operation);
	const positions = setting.node?.executeOnce ? [0] : [0, 2, ITEMS - 1];
	if (full) return positions;
	return turn % 2 === 0 ? [positions[turn % positions.length] as number] : [];
}

function sentMarks({ operation }: Combination): string[] {
	const { mark } = operation;
	return mark === undefined ? [] : sandbox.ledger.map(({ body }) => String(mark(body)));
}

/** The three numbers in the error of a failed run; a loop hands its items over two at a time. */
function summaryOf({ error }: Seen) {
	const words =
		/Of (\d+) items, (\d+) succeeded, the \d+(?:st|nd|rd|th) failed(?:, (\d+) more in flight also failed)?, and (\d+) (?:was|were) not sent\./;
	const [, total = '1', done = '0', more = '0', notSent = '0'] =
		words.exec(error?.description ?? '') ?? [];
	return {
		total: Number(total),
		done: Number(done),
		failed: 1 + Number(more),
		notSent: Number(notSent),
	};
}

function check(combination: Combination, seen: Seen): void {
	const { setting, operation } = combination;
	const total = itemsOf(combination);
	const fate = fateOf(combination);
	const sent = sentMarks(combination);
	const results = seen.outputs.flat().filter(({ json }) => json.error === undefined);
	const errors = seen.outputs.flat().filter(({ json }) => json.error !== undefined);

	const isPut = operation.kind === 'idempotent';
	if (!isPut) expect(new Set(sent).size).toBe(sent.length);
	expect(sent.length).toBeLessThanOrEqual(total + Number(isPut));

	if (fate === 'recovers') {
		expect(seen.error).toBeUndefined();
		expect([results.length, errors.length]).toEqual([total, 0]);
		if (operation.mark) expect(new Set(sent).size).toBe(total);
	} else if (setting.onError !== undefined) {
		expect(seen.error).toBeUndefined();
		expect([results.length, errors.length]).toEqual([total - 1, 1]);
		if (fate === 'uncertain') expect(JSON.stringify(errors)).toMatch(/may have been carried out/);
		else if (operation.mark) expect(new Set(sent).size).toBe(total - 1);
	} else {
		expect(seen.error).toBeDefined();
		const summary = summaryOf(seen);
		expect(summary.done + summary.failed + summary.notSent).toBe(summary.total);
		expect(summary.total).toBe(setting.isLoop ? 2 : total);
		// In a loop, earlier rounds have returned their results.
		expect(results.length % 2).toBe(0);
		if (!setting.isLoop) expect(results).toEqual([]);
		if (operation.mark) {
			const different = new Set(sent).size - (setting.isLoop ? results.length : 0);
			expect(different).toBeGreaterThanOrEqual(summary.done);
			expect(different).toBeLessThanOrEqual(
				summary.done + (fate === 'uncertain' ? summary.failed : 0),
			);
			if (fate === 'uncertain')
				expect(seen.error?.description).toMatch(/may have been carried out/);
		}
	}
	const indexes = seen.outputs
		.flat()
		.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	if (!setting.isLoop) expect(new Set(indexes).size).toBe(indexes.length);
}

describe.each(settings)('with $name', (setting) => {
	test.each(operations)(
		'$name: nothing is sent twice, and every item is reported',
		async (operation) => {
			const withFault = faults.flatMap((fault, n) =>
				positionsOf({ setting, operation }, n).map((position) => ({
					setting,
					operation,
					fault,
					position,
				})),
			);
			for (const combination of [{ setting, operation, position: 0 }, ...withFault]) {
				sandbox.reset();
				const seen = await runCombination(sandbox, combination);
				try {
					check(combination, seen);
				} catch (error) {
					const where = `${setting.name}, ${operation.name}, ${'fault' in combination ? `${combination.fault.name} at ${combination.position}` : 'no fault'}`;
					throw new Error(
						`${where}: ${(error as Error).message}\n${seen.error?.message ?? ''} ${seen.error?.description ?? ''}`,
					);
				}
			}
		},
		120_000,
	);
});
