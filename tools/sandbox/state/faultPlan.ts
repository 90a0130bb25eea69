import type { Fault } from '../types/fault';

interface PlannedFault extends Fault {
	skipLeft: number;
	timesLeft: number;
	matchesPath(path: string): boolean;
}

/** The planned faults, in the order in which they were added. */
export class FaultPlan {
	private planned: PlannedFault[] = [];

	/** Throws if the path is not a valid regular expression. */
	add(fault: Fault): void {
		this.planned.push({
			...fault,
			skipLeft: fault.skip ?? 0,
			timesLeft: fault.times ?? 1,
			matchesPath: pathMatcher(fault.path),
		});
	}

	clear(): void {
		this.planned = [];
	}

	/** Returns the fault for this request, if any, and counts it as used. */
	take(method: string, path: string): Fault | undefined {
		const match = this.planned.find((fault) => {
			if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
			if (!fault.matchesPath(path)) return false;
			if (fault.skipLeft === 0) return true;
			fault.skipLeft -= 1;
			return false;
		});
		if (match === undefined) return undefined;
		match.timesLeft -= 1;
		if (match.timesLeft <= 0) this.planned = this.planned.filter((fault) => fault !== match);
		return match;
	}

	/** The planned faults, and how many requests each still hits. */
	list(): Array<Fault & { timesLeft: number }> {
		return this.planned.map(({ skipLeft: _, matchesPath: __, ...fault }) => fault);
	}
}

function pathMatcher(path: string | undefined): (path: string) => boolean {
	if (path === undefined) return () => true;
	if (!/[\^$*+?()[\]{}|\\]/.test(path)) return (given) => given === path;
	const pattern = new RegExp(path);
	return (given) => pattern.test(given);
}
