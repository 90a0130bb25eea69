import { MINUTE_MS } from './ownHistory';

/** Lengths that somebody would choose for a window shorter than the documented minute, longest first (ms). */
const SHORT_MS = [30_000, 20_000, 15_000, 10_000, 5_000, 3_000, 2_000, 1_000];

/** What an answer that opened a window told, ms. */
export interface Opening {
	/** The announced end, on the server's clock. */
	reset: number;
	/** From the request to the announced end: at least and at most, as the two clocks' difference is known. */
	atLeast: number;
	atMost: number;
	/** Whether an earlier window ended right before; else it is the first that we saw. */
	follows: boolean;
}

/**
 * How long a window is. The documented minute, until windows that follow each other are seen to be shorter, as those of
 * a development server may be. Resets in whole seconds leave open how they were rounded, so the longest length that
 * fits everything seen is taken; and none where windows keep to the clock, for which the announced end is enough.
 */
export class WindowLength {
	ms = MINUTE_MS;

	private openings: Opening[] = [];

	private wrong = false;

	/** Whether it was learned rather than documented. */
	get learned(): boolean {
		return this.ms !== MINUTE_MS;
	}

	observe(opening: Opening): void {
		if (this.wrong) return;
		this.openings = [...this.openings.slice(-7), opening];
		if (!opening.follows) return;
		this.ms = SHORT_MS.find((length) => this.fits(length)) ?? MINUTE_MS;
	}

	/** A request was refused that would have been accepted if the length were right. */
	refuted(): void {
		this.wrong = true;
		this.ms = MINUTE_MS;
	}

	private fits(length: number): boolean {
		let steps = 0;
		for (const [n, { atLeast, atMost, reset, follows }] of this.openings.entries()) {
			// Up to a second more or less for the rounding, and half a second for others that came first.
			if (atMost <= length - 1500 || atLeast >= length + 1000) return false;
			const before = this.openings[n - 1];
			if (before === undefined || !follows) continue;
			const step = reset - before.reset;
			if (step >= length - 1000 && step <= length + 3000) steps++;
		}
		return steps > 0 && this.openings.some(({ reset }) => reset % length !== 0);
	}
}
