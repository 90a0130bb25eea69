import { Canceled } from '../../../nodes/transport/clock';
import { InstantClock } from './instantClock';

/** Waits for what happens on real connections. @throws when it does not, so that no test waits for ever */
export async function until(isTrue: () => boolean): Promise<void> {
	for (let round = 0; !isTrue(); round += 1) {
		if (round > 5000) throw new Error(`It never happened: ${isTrue.toString()}`);
		await new Promise((resolve) => setTimeout(resolve, 2));
	}
}

/** A clock whose limits come only when a test says so. Pauses cost no time. */
export class ManualLimits extends InstantClock {
	private pending: Array<{ ms: number; reach(): void }> = [];

	/** How many limits of each length were set in all. */
	readonly set = new Map<number, number>();

	override async timeout(ms: number, signal: AbortSignal): Promise<void> {
		this.set.set(ms, (this.set.get(ms) ?? 0) + 1);
		await new Promise<void>((resolve, reject) => {
			const limit = { ms, reach: resolve };
			this.pending.push(limit);
			signal.addEventListener('abort', () => {
				this.pending = this.pending.filter((other) => other !== limit);
				reject(new Canceled());
			});
		});
	}

	/** How many limits are running. */
	get running(): number {
		return this.pending.length;
	}

	/** Reaches the limits of this length, once so many of them were set in all and one of them is running. */
	async reach(ms: number, times: number): Promise<void> {
		const isRunning = () => this.pending.some((limit) => limit.ms === ms);
		await until(() => (this.set.get(ms) ?? 0) >= times && isRunning());
		for (const limit of this.pending.filter((each) => each.ms === ms)) limit.reach();
	}
}
