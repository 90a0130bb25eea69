/** What one measurement of a subject yields: figures by name, e.g. `{ cpuMs: 4.1, seconds: 0.3 }`. */
export type Figures = Record<string, number>;

/** Rows of a table that is printed. */
export type Table = Array<Record<string, string | number>>;

/** The middle value of several measurements, and the extremes. */
export interface Spread {
	median: number;
	min: number;
	max: number;
}

export const ROUNDS = 5;

/**
 * Measures subjects in turns, so that a machine that becomes slower affects all of them. A first round warms up and is
 * dropped.
 *
 * @returns the figures of each subject, one entry per round
 */
export async function measureInTurns<Name extends string>(
	subjects: Record<Name, () => Promise<Figures>>,
	rounds = ROUNDS,
): Promise<Record<Name, Figures[]>> {
	const names = Object.keys(subjects) as Name[];
	const measured = Object.fromEntries(names.map((name) => [name, [] as Figures[]])) as Record<Name, Figures[]>;
	for (let round = 0; round <= rounds; round += 1) {
		for (const name of names) {
			const figures = await subjects[name]();
			if (round > 0) measured[name].push(figures);
		}
	}
	return measured;
}

/** @throws RangeError without values */
export function spreadOf(values: number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const [min, max] = [sorted[0], sorted.at(-1)];
	const median = sorted[sorted.length >> 1];
	if (min === undefined || max === undefined || median === undefined) throw new RangeError('No values');
	return { median, min, max };
}

/** The spread of one figure of a subject. */
export function spreadFor(measured: Figures[], figure: string): Spread {
	return spreadOf(measured.map((each) => each[figure] ?? NaN));
}

/** The spread of the ratios of one figure, each from the two measurements of one round. */
export function ratioFor(ours: Figures[], theirs: Figures[], figure: string): Spread {
	return spreadOf(ours.map((each, round) => (each[figure] ?? NaN) / (theirs[round]?.[figure] ?? NaN)));
}

/** Formats a spread as "median (min to max)". */
export function format({ median, min, max }: Spread, digits = 2): string {
	return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}
