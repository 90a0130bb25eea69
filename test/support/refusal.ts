import { UserError } from '../../nodes/shared/userError';

/** What a user reads if `act` is refused: message and description. @returns undefined if nothing is refused */
export function refusal(act: () => unknown): string | undefined {
	try {
		act();
		return undefined;
	} catch (error) {
		expect(error).toBeInstanceOf(UserError);
		expect((error as UserError).name).toBe('UserError');
		return `${(error as UserError).message} | ${(error as UserError).description}`;
	}
}
