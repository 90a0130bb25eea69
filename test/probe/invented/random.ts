/** Random choices that a seed repeats. */
export class Random {
	constructor(private state: number) {}

	/** A number from 0 to less than 1 (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
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
