import { phoneText, readPhoneNumber } from '../../shared/phoneNumber';
import { UserError } from '../../shared/userError';
import { credentialsAndWebhookUrl } from './secrets';
import type { Trigger, TriggerContext } from './settings';

/**
 * Adds the default country code of the credentials to phone numbers without one, by the same rule as for recipients.
 * The credentials are only read if there is such a number.
 */
export async function withCountryCodes(context: TriggerContext, ids: string[]): Promise<string[]> {
	if (!ids.some(lacksCode)) return ids;
	const { defaultCountryCode } = (await credentialsAndWebhookUrl(context)).credentials;
	return ids.map((id) => {
		if (!lacksCode(id)) return id;
		const number = readPhoneNumber(id, defaultCountryCode);
		return 'digits' in number ? number.digits : id;
	});
}

/**
 * Checks the chat IDs of the filters before the workflow is published: one that is never equal to that of a chat would
 * keep messages away, or let them through, without a word. The reference does not document the format of other IDs.
 *
 * @throws UserError that names the field, for a phone number without its country code, and for a name
 */
export async function requireChatIds(context: TriggerContext, { filters }: Trigger): Promise<void> {
	const fields = { 'Chat IDs': filters.chatIds, 'Ignore Chat IDs': filters.ignoreChatIds };
	for (const [label, ids] of Object.entries(fields)) {
		for (const id of await withCountryCodes(context, ids)) {
			if (/\s/.test(id) && phoneText(id) === undefined) {
				throw new UserError(
					`The field "${label}" contains "${id}", which is neither a phone number nor a chat address`,
					'Enter a number such as +55 11 98765-4321, or an ID as Chat > Get Many or an event shows it.',
				);
			}
			// Digits alone may be copied from an event, and complete.
			if (lacksCode(id) && !/^\d+$/.test(id)) {
				throw new UserError(
					`The field "${label}" contains "${id}", which may lack its country code`,
					'Write the number with + and its country code, e.g. +55 11 98765-4321, or set Default Country Code in the credentials.',
				);
			}
		}
	}
}

function lacksCode(id: string): boolean {
	return 'lacksCode' in readPhoneNumber(id);
}
