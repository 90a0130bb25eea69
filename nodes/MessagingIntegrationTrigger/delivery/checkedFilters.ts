import { similarType } from '../../messages/fields/content';
import { isChatAddress, kindOfAddress } from '../../phone/address';
import { readChatNumber } from '../../phone/copiedNumber';
import { needsCountryCode } from '../../phone/phoneNumber';
import { NO_NUMBER } from '../../phone/phoneText';
import { UserError } from '../../shared/userError';
import { credentialsAndWebhookUrl } from '../verification/credentials';
import type { Trigger, TriggerContext } from '../settings/settings';

/** Reads the phone numbers in a list of chat IDs; one may stand for two, see `readChatNumber`. Other IDs stay. */
export async function withCountryCodes(context: TriggerContext, ids: string[]): Promise<string[]> {
	const code = await countryCodeFor(context, ids);
	return ids.flatMap((id) => {
		const chat = readChatNumber(id, code);
		return 'problem' in chat ? [id] : chat.numbers;
	});
}

/**
 * Checks the filters before the workflow is published: a wrong one would lose all messages without a word.
 * @throws UserError for an ID that no chat can have, and for a word that is nearly a type
 */
export async function requireFilters(context: TriggerContext, trigger: Trigger): Promise<void> {
	const { chatIds, ignoreChatIds, messageTypes } = trigger.filters();
	for (const word of messageTypes) {
		const type = similarType(word);
		if (type) throw new UserError(`The field "Message Types" contains "${word}"`, `Did you mean "${type}"?`);
	}
	for (const [label, ids] of Object.entries({ 'Chat IDs': chatIds, 'Ignore Chat IDs': ignoreChatIds })) {
		const code = await countryCodeFor(context, ids);
		for (const id of ids) {
			const chat = readChatNumber(id, code);
			if (!('problem' in chat) || isChatAddress(id) || isOpaqueId(id)) continue;
			const [reason, advice] = adviseOn(chat);
			throw new UserError(`The field "${label}" contains "${id}", which ${reason}`, advice);
		}
	}
}

async function countryCodeFor(context: TriggerContext, ids: string[]): Promise<string> {
	if (!ids.some(needsCountryCode)) return '';
	return (await credentialsAndWebhookUrl(context)).credentials.defaultCountryCode;
}

function adviseOn({ problem, lacksCode }: { problem: string; lacksCode?: true }): [string, string] {
	const advice = 'Write the number with + and its country code, e.g. +55 11 98765-4321';
	const orSet = `${advice}, or set Default Country Code in the credentials.`;
	if (lacksCode) return ['may lack its country code', orSet];
	if (problem !== NO_NUMBER) return [problem, `${advice}.`];
	return [
		'is neither a phone number nor a chat address',
		'Enter a number such as +55 11 98765-4321, or an ID as Chat > Get Many or an event shows it.',
	];
}

/** Whether a text is the ID of a group, or like one that a service makes: a name has fewer digits. */
const isOpaqueId = (id: string): boolean =>
	kindOfAddress(id) === 'group' ||
	(/^[a-z][\w.-]*$/i.test(id) && (/\d{3}/.test(id) || (/[_.-]/.test(id) && /\d/.test(id)))) ||
	/^[\da-f-]{16,}$/i.test(id);
