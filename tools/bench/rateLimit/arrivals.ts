import type { Sandbox } from '../../sandbox';
import type { Figures } from '../report/figures';

/** What happened to the messages `m 0`, `m 1`, … of one run. */
export interface Arrivals extends Figures {
	/** From the first request to the last message that arrived. */
	seconds: number;
	once: number;
	more: number;
	never: number;
	rejected: number;
}

/** Reads the sandbox's ledger and log. Times are those of the sandbox's clock. */
export function arrivalsAt({ ledger, log }: Sandbox, count: number): Arrivals {
	const times = new Map<string, number>();
	for (const { body } of ledger) {
		const { text } = (body as { content: { text: string } }).content;
		times.set(text, (times.get(text) ?? 0) + 1);
	}
	const counts = Array.from({ length: count }, (_, n) => times.get(`m ${n}`) ?? 0);
	return {
		seconds: ((ledger.at(-1)?.at ?? 0) - (log[0]?.at ?? 0)) / 1000,
		once: counts.filter((each) => each === 1).length,
		more: counts.filter((each) => each > 1).length,
		never: counts.filter((each) => each === 0).length,
		rejected: log.filter(({ status }) => status === 429).length,
	};
}
