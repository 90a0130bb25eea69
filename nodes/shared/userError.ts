/** An error that the user can fix: `message` says what is wrong, `description` what to do, both without secrets. */
export class UserError extends Error {
	override name = 'UserError';

	constructor(
		message: string,
		readonly description = '',
	) {
		super(message);
	}
}
