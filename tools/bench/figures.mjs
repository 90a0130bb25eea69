// Measurements in turns, and what is printed of them. The figures of one measurement are e.g.
// `{ cpuMs: 4.1, ms: 0.3 }`.

/**
 * Measures subjects in turns, so that a machine that becomes slower affects all of them. A first round warms up and is
 * dropped. Returns the figures of each subject by its name, one entry per round.
 */
export async function measureInTurns(subjects, rounds = 5) {
	const measured = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
	for (let round = 0; round <= rounds; round += 1)
		for (const [name, measure] of Object.entries(subjects)) {
			const figures = await measure();
			if (round > 0) measured[name].push(figures);
		}
	return measured;
}

/** Returns the values of one figure. */
export const valuesOf = (measured, figure) => measured.map((figures) => figures[figure]);

/** Returns the ratios of one figure, each from the two measurements of one round. */
export const ratiosOf = (ours, theirs, figure) => ours.map((figures, round) => figures[figure] / theirs[round][figure]);

export const medianOf = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Formats values as "median (min to max)". */
export function format(values, digits = 2) {
	const [median, min, max] = [medianOf(values), Math.min(...values), Math.max(...values)];
	return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}
