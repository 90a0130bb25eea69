import { InstantClock } from '../../support/instantClock';

/** Waits for something on a real connection. @throws if it does not happen, so that no test waits forever */
export async function until(isTrue: () => boolean): Promise<void> {
	for (let round = 0; !isTrue(); round += 1) {
		if (round > 5000) throw new Error(`It never happened: ${isTrue.toString()}`);
		await new Promise((resolve) => setTimeout(resolve, 2));
	}
}

/** A clock whose limits are reached only when a test says so. Pauses take no time. */
export class ManualLimits extends InstantClock {
	private pending: Array<{ ms: number; reach(): void }> = [];

	/** How many limits of each length have been set in total. */
	readonly set = new Map<number, number>();

	override startTimer(ms: number, reached: () => void): () => void {
		this.set.set(ms, (this.set.get(ms) ?? 0) + 1);
		const limit = { ms, reach: reached };
		this.pending.push(limit);
		return () => (this.pending = this.pending.filter((other) => other !== limit));
	}

	get running(): number {
		return this.pending.length;
	}

	/** Reaches the limits of this length once `times` of them have been set in total and one is running. */
	async reach(ms: number, times: number): Promise<void> {
		const isRunning = () => this.pending.some((limit) => limit.ms === ms);
		await until(() => (this.set.get(ms) ?? 0) >= times && isRunning());
		for (const limit of this.pending.filter((each) => each.ms === ms)) limit.reach();
	}
}
