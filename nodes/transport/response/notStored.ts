/** n8n's binary store rejected a file. */
export class NotStored extends Error {
	override name = 'NotStored';
}
