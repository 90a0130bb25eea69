import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '../figures';
import type { Item } from '../cases';
import { cpuMsOf, settle } from './process';
import { countRequests, resetSandbox, type Session } from './session';

/**
 * Runs a workflow of `publishRun` with these items.
 *
 * @param requests how many requests the sandbox must get per run
 * @returns CPU time and time per item in ms
 * @throws if a run fails or the number of requests differs
 */
export async function measureRun(session: Session, url: string, items: Item[], requests: number): Promise<Figures> {
	const { pid } = session;
	await resetSandbox(session);
	await settle(pid);
	await waitUntilReady(session);
	const requestsBefore = await countRequests(session);
	const cpu = cpuMsOf(pid);
	const start = performance.now();
	await runItems(url, items);
	const ms = performance.now() - start;
	// n8n forgets the execution after its response.
	await sleep(100);
	const cpuAfter = cpuMsOf(pid);
	const sent = (await countRequests(session)) - requestsBefore;
	if (sent !== requests) throw new Error(`The service got ${sent} requests instead of ${requests}`);
	return { cpuMs: (cpuAfter - cpu) / items.length, ms: ms / items.length };
}

/** Runs a workflow of `publishRun` with these items once. @throws if it fails */
export async function runItems(url: string, items: object[]): Promise<void> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ items }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The run failed: ${response.status} ${text.slice(0, 300)}`);
}

/**
 * After many items, n8n may have been too busy to see that its database is available, and refuses requests for a
 * moment.
 */
async function waitUntilReady({ n8n }: Session): Promise<void> {
	while (!(await fetch(`${n8n.url}/healthz/readiness`)).ok) await sleep(500);
}

/**
 * The time that a node adds to the same workflow with a node that does nothing, round by round. Memory figures are left
 * as they are.
 */
export function ownFigures(measured: Figures[], nothing: Figures[]): Figures[] {
	const own = (figures: Figures, name: string, round: number) =>
		(figures[name] ?? NaN) - (nothing[round]?.[name] ?? NaN);
	return measured.map((figures, round) => ({
		...figures,
		cpuMs: own(figures, 'cpuMs', round),
		ms: own(figures, 'ms', round),
	}));
}
