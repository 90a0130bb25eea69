import { clocks, systemClock } from '../../../nodes/transport/clock';
import { startSandbox, type Sandbox } from '../../../tools/sandbox';
import {
	faults,
	ITEMS,
	operations,
	runCombination,
	settings,
	type Combination,
	type Fate,
	type Seen,
} from './settingsMatrix';
import { InstantClock } from '../../support/instantClock';

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
beforeEach(() => void (clocks.current = new InstantClock()));
afterEach(() => void (clocks.current = systemClock));
afterAll(async () => await sandbox.close());

const itemsOf = ({ setting }: Combination) => (setting.node?.executeOnce ? 1 : ITEMS);

/** The expected fate of the item with the fault, including n8n's own retries. */
function fateOf({ setting, operation, fault, position }: Combination): Fate {
	if (fault === undefined) return 'recovers';
	const fate = fault.fate[operation.kind];
	// With "continue", n8n retries only if the first item has failed.
	const isRetried = setting.node?.retryOnFail && (setting.onError === undefined || position === 0);
	return isRetried && (fate === 'rejected' || operation.kind !== 'write') ? 'recovers' : fate;
}

/** The combinations of a setting and an operation: without a fault, and each fault at some positions. */
function combinationsOf(base: Pick<Combination, 'setting' | 'operation'>): Combination[] {
	const positions = base.setting.node?.executeOnce ? [0] : [0, 2, ITEMS - 1];
	const first = settings.indexOf(base.setting) + operations.indexOf(base.operation);
	const withFault = faults.flatMap((fault, n) => {
		const turn = first + n;
		const some = turn % 2 === 0 ? [positions[turn % positions.length]!] : [];
		return (full ? positions : some).map((position) => ({ ...base, fault, position }));
	});
	return [{ ...base, position: 0 }, ...withFault];
}

/** The numbers in the error of a failed run; a loop hands its items over two at a time. */
function summaryOf({ error }: Seen) {
	const words =
		/Of (\d+) items, (\d+) succeeded, the \d+(?:st|nd|rd|th) failed(?:, (\d+) more in flight also failed)?, and (\d+) (?:was|were) not sent\./;
	const [, ...texts] = words.exec(error?.description ?? '') ?? [];
	const [total = 1, done = 0, more = 0, notSent = 0] = texts.map((text) => Number(text ?? 0));
	return { total, done, failed: 1 + more, notSent };
}

function check(combination: Combination, { outputs, error }: Seen): void {
	const { setting, operation } = combination;
	const total = itemsOf(combination);
	const fate = fateOf(combination);
	const isWrite = operation.kind !== 'read';
	const isPut = operation.kind === 'idempotent';
	const items = outputs.flat();
	const results = items.filter(({ json }) => json.error === undefined);
	const errors = items.filter(({ json }) => json.error !== undefined);
	// Items differ in what they send.
	const sent = sandbox.ledger.map(({ body }) => JSON.stringify(body));
	const different = new Set(sent).size;

	if (!isPut) expect(different).toBe(sent.length);
	expect(sent.length).toBeLessThanOrEqual(total + Number(isPut));

	if (fate === 'recovers') {
		expect(error).toBeUndefined();
		expect([results.length, errors.length]).toEqual([total, 0]);
		if (isWrite) expect(different).toBe(total);
	} else if (setting.onError !== undefined) {
		expect(error).toBeUndefined();
		expect([results.length, errors.length]).toEqual([total - 1, 1]);
		if (fate === 'uncertain') expect(JSON.stringify(errors)).toMatch(/may have been carried out/);
		else if (isWrite) expect(different).toBe(total - 1);
	} else {
		expect(error).toBeDefined();
		const summary = summaryOf({ outputs, error });
		expect(summary.done + summary.failed + summary.notSent).toBe(summary.total);
		expect(summary.total).toBe(setting.isLoop ? 2 : total);
		// In a loop, earlier rounds have returned their results.
		expect(results.length % 2).toBe(0);
		if (!setting.isLoop) expect(results).toEqual([]);
		if (isWrite) {
			const ofRound = different - results.length;
			const uncertain = fate === 'uncertain' ? summary.failed : 0;
			expect(ofRound).toBeGreaterThanOrEqual(summary.done);
			expect(ofRound).toBeLessThanOrEqual(summary.done + uncertain);
			if (uncertain > 0) expect(error?.description).toMatch(/may have been carried out/);
		}
	}
	const indexes = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	if (!setting.isLoop) expect(new Set(indexes).size).toBe(indexes.length);
}

describe.each(settings)('with $name', (setting) => {
	test.each(operations)(
		'$name: nothing is sent twice, and every item is reported',
		async (operation) => {
			for (const combination of combinationsOf({ setting, operation })) {
				sandbox.reset();
				const seen = await runCombination(sandbox, combination);
				try {
					check(combination, seen);
				} catch (error) {
					const { fault, position } = combination;
					const where = `${fault?.name ?? 'no fault'} at ${position}: ${seen.error?.description}`;
					throw new Error(`${where}\n${(error as Error).message}`);
				}
			}
		},
		120_000,
	);
});
