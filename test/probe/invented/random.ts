import { seededRandom } from '../../simulation/support/simulatedClock';

/** Random choices that a seed repeats. */
export class Random {
	private readonly next: () => number;

	constructor(seed: number) {
		this.next = seededRandom(seed);
	}

	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	pick<Value>(list: readonly Value[]): Value {
		return list[this.below(list.length)]!;
	}

	is(chance: number): boolean {
		return this.next() < chance;
	}

	uuid(): string {
		const hex = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
		return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
	}

	/** Letters and digits, as messages have for IDs. */
	id(length: number): string {
		return Array.from({ length }, () => this.pick([...'ABCDEF0123456789'])).join('');
	}
}
