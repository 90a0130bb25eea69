/** n8n's binary store has refused a file. */
export class NotStored extends Error {
	override name = 'NotStored';
}
