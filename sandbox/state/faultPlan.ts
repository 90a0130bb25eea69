import type { Fault } from '../types/sandbox';

interface Planned extends Fault {
	skipLeft: number;
	timesLeft: number;
	matches(path: string): boolean;
}

/** The planned faults, in order. */
export class FaultPlan {
	private planned: Planned[] = [];

	add(fault: Fault): void {
		this.planned.push({ ...fault, skipLeft: fault.skip ?? 0, timesLeft: fault.times ?? 1, matches: matcher(fault.path) });
	}

	clear(): void {
		this.planned = [];
	}

	/** Takes the fault for this request, if any. */
	take(method: string, path: string): Fault | undefined {
		const hit = this.planned.find((fault) => {
			if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
			if (!fault.matches(path)) return false;
			if (fault.skipLeft === 0) return true;
			fault.skipLeft -= 1;
			return false;
		});
		if (hit === undefined) return undefined;
		hit.timesLeft -= 1;
		if (hit.timesLeft <= 0) this.planned = this.planned.filter((fault) => fault !== hit);
		return hit;
	}

	/** The planned faults, without internal fields. */
	list(): Array<Fault & { timesLeft: number }> {
		return this.planned.map(({ skipLeft: _, matches: __, ...fault }) => fault);
	}
}

/** Whether the request is carried out before the fault. */
export function happensAfterWork(fault: Fault): boolean {
	if (fault.kind === 'resetAfterWork' || fault.kind === 'stallAfterWork') return true;
	// A cut response is the real response, cut.
	return fault.afterWork ?? (fault.kind === 'cutBody' || fault.kind === 'cutJson');
}

function matcher(path: string | undefined): (path: string) => boolean {
	if (path === undefined) return () => true;
	if (!/[\^$*+?()[\]{}|\\]/.test(path)) return (given) => given === path;
	const pattern = new RegExp(path);
	return (given) => pattern.test(given);
}
