/**
 * Returns a clock that never goes back: setting the system clock back must not prolong a pause or a time limit.
 *
 * @param read returns the system's time, ms
 */
export function monotonic(read: () => number): () => number {
	let last = -Infinity;
	let setBack = 0;
	return () => {
		const now = read();
		setBack = Math.max(setBack, last - now);
		last = now + setBack;
		return last;
	};
}
