/** Limits the memory that the files of sent messages use. */
const maxBytes = 50_000_000;

/** The bytes of the most recent files that were sent, by message ID. */
export class KeptFiles {
	private files = new Map<string, Buffer>();
	private total = 0;

	/** Keeps a file, and forgets the oldest ones if they become too large together. */
	add(messageId: string, bytes: Buffer): void {
		this.files.set(messageId, bytes);
		this.total += bytes.length;
		for (const [oldest, { length }] of this.files) {
			if (this.total <= maxBytes) break;
			this.files.delete(oldest);
			this.total -= length;
		}
	}

	get(messageId: string): Buffer | undefined {
		return this.files.get(messageId);
	}

	clear(): void {
		this.files.clear();
		this.total = 0;
	}
}
