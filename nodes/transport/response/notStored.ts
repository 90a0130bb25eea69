/** n8n's binary store rejected a file. */
export class NotStoredError extends Error {
	override name = 'NotStoredError';
}
