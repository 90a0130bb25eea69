import { clocks, systemClock } from '../../nodes/transport/clock';
import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode, type RunResult } from '../engine/support/engine';
import { operationClasses, type OperationClass } from './support/operationClasses';
import { faultPoints, type FaultPoint } from './support/faultPoints';
import { TcpProxy } from './support/tcpProxy';
import { InstantClock } from '../engine/support/instantClock';

/**
 * The fault matrix: the node, run by n8n's own engine, against the sandbox over real HTTP; every point at which a
 * request can break, for every class of operation with FULL=1; otherwise the classes of a kind take turns. Only pauses
 * are shortened. What really happened is in the sandbox's ledger.
 */

let sandbox: Sandbox;
let proxy: TcpProxy;
let clock: InstantClock;

beforeAll(async () => {
	sandbox = await startSandbox({ tier: 'none', instances: 250, now: () => clocks.current.now() });
	proxy = new TcpProxy(Number(new URL(sandbox.origin).port));
	await proxy.open();
});
beforeEach(() => {
	sandbox.reset();
	sandbox.setDialect({});
	clocks.current = clock = new InstantClock();
});
afterAll(async () => {
	clocks.current = systemClock;
	await proxy.close();
	await sandbox.close();
});

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

async function runWithFault(point: FaultPoint, subject: OperationClass): Promise<RunResult> {
	const refused = point.fault === undefined;
	if (refused) {
		await proxy.close();
		if (point.fate === 'recovers') clock.onSleep = async () => await proxy.open();
	} else {
		sandbox.addFault({
			method: subject.method,
			path: subject.path,
			skip: subject.skip,
			kind: point.fault!,
			...point.more,
		});
	}
	return await runNode({
		credentials: {
			apiKey: sandbox.keys.test,
			environment: 'test',
			baseUrl: `http://127.0.0.1:${proxy.port}/api/v2`,
		},
		parameters: {
			...subject.parameters(sandbox),
			...(point.timeout ? { requestOptions: { timeout: point.timeout } } : {}),
		},
		items: numbers(subject.items),
		onError: subject.onError,
	});
}

/** The classes of operation to test with a fault: one of each kind, and those for which it has another consequence. */
function subjectsOf(point: FaultPoint): OperationClass[] {
	const turn = faultPoints.indexOf(point);
	return operationClasses.filter(({ name, kind }) => {
		const ofKind = operationClasses.filter((each) => each.kind === kind);
		const isTurn = ofKind[turn % ofKind.length]?.name === name || point.but?.[name] !== undefined;
		return point.but?.[name] !== 'skip' && (isTurn || process.env.FULL !== undefined);
	});
}

describe.each(faultPoints)('with the fault "$name"', (point) => {
	const subjects = subjectsOf(point);
	test.each(subjects)(
		'$name recovers or fails as promised, and is not carried out twice',
		async (subject) => {
			if (subject.dialect) sandbox.setDialect(subject.dialect);
			const result = await runWithFault(point, subject);
			await proxy.open();
			const fate = point.but?.[subject.name] ?? point.fate;
			const retries =
				fate === 'recovers' ||
				(fate === 'readsRecover' && subject.kind !== 'write') ||
				(fate === 'onlyGetRecovers' && subject.kind === 'read');
			const isOk = retries || fate === 'asIs';
			const refused = point.fault === undefined;
			const continuesOnError = subject.onError !== undefined;
			const faulty = refused ? 0 : subject.items > 1 ? 1 : 0;

			const failedItem = result.items.find(({ json }) => json.error !== undefined)?.json;
			const failed = result.error?.message ?? failedItem?.error;
			const details = result.error?.description;
			const ledger = sandbox.ledger.map(({ body }) => subject.mark?.(body));
			const timesDone = ledger.filter((mark) => mark === `m${faulty}`).length;
			// Only the service receives the key.
			expect(
				sandbox.otherHostLog.filter(({ headers }) => headers.authorization !== undefined),
			).toEqual([]);
			if (isOk) {
				expect(failed).toBeUndefined();
				if (fate !== 'asIs') await subject.check(result, sandbox);
			} else {
				expect(`${String(failed)} ${String(details)}`).toMatch(point.says ?? /./);
			}
			if (!subject.mark) return;

			// A write is never carried out twice, except for an identical PUT whose response was lost.
			const timesPut = subject.kind === 'idempotent' && point.done && retries ? 2 : 1;
			expect(timesDone).toBe(
				(point.done ? 1 : 0) + (retries && (!point.done || timesPut === 2) ? 1 : 0),
			);
			// The other items that were sent are in the ledger exactly once, in order.
			const expected = numbers(3).flatMap(({ n }) => {
				if (n === faulty) return Array.from({ length: timesDone }, () => `m${n}`);
				if (refused && !isOk) return [];
				return n < faulty || isOk || continuesOnError ? [`m${n}`] : [];
			});
			expect(ledger).toEqual(expected);
			if (continuesOnError) {
				const fates = result.items.map(({ json }) =>
					json.error === undefined ? 'sent' : 'failed',
				);
				const all = refused && !isOk;
				expect(fates).toEqual(
					numbers(3).map(({ n }) => ((all || n === faulty) && !isOk ? 'failed' : 'sent')),
				);
			}
			// An uncertain outcome is reported.
			if (!isOk && subject.kind === 'write' && point.done) {
				const message = continuesOnError
					? String(result.items[faulty]?.json.error)
					: String(result.error?.description);
				expect(message).toMatch(/may have been carried out/);
			}
		},
	);
});
