import { similarType } from '../../messages/fields/content';
import { isChatAddress, kindOfAddress } from '../../phone/address';
import { readChatNumber } from '../../phone/copiedNumber';
import { NO_NUMBER } from '../../phone/phoneText';
import type { IHookFunctions } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { isUuid } from '../../shared/values';
import { readCredentials } from '../../transport/credentials/credentials';
import { readFilters } from '../settings/settings';
import { listInstances } from './webhooks';

/**
 * Checks the filters before the workflow is published: a wrong one would lose all messages without a word.
 * @throws UserError for an ID that no chat can have, a word that is nearly a type, and the name of an instance
 */
export async function requireFilters(context: IHookFunctions): Promise<void> {
	const { chatIds, ignoreChatIds, messageTypes, instanceIds } = readFilters(context);
	const { defaultCountryCode } = await readCredentials(context);
	for (const word of messageTypes) {
		const type = similarType(word);
		if (type) throw new UserError(`The field "Message Types" contains "${word}"`, `Did you mean "${type}"?`);
	}
	for (const id of chatIds) requireChatId('Chat IDs', id, defaultCountryCode);
	for (const id of ignoreChatIds) requireChatId('Ignore Chat IDs', id, defaultCountryCode);
	// IDs are UUIDs (reference, section 4); a service may have others, but no name is one.
	if (instanceIds.every(isUuid)) return;
	// A list that cannot be read refuses nothing.
	const instances = await listInstances(context).catch(() => []);
	for (const given of instanceIds) {
		const isGiven = (text: string) => text.toLowerCase() === given.toLowerCase();
		const named = instances.find(({ name }) => isGiven(name));
		if (named === undefined || instances.some(({ id }) => isGiven(id))) continue;
		throw new UserError(
			`The field "Instance Names or IDs" contains "${given}", which is the name of an instance`,
			`Choose the instance from the list, or enter its ID "${named.id}".`,
		);
	}
}

function requireChatId(label: string, id: string, countryCode: string): void {
	const chat = readChatNumber(id, countryCode);
	if (!('problem' in chat) || isChatAddress(id) || isOpaqueId(id)) return;
	const noChat = chat.problem === NO_NUMBER ? 'is neither a phone number nor a chat address' : chat.problem;
	throw new UserError(
		`The field "${label}" contains "${id}", which ${chat.lacksCode ? 'may lack its country code' : noChat}`,
		'Write a number with + and its country code, e.g. +55 11 98765-4321, or set Default Country Code in the credentials. Write other IDs as Chat > Get Many or an event shows them.',
	);
}

/** Whether a text is the ID of a group, or like one that a service makes: a name has fewer digits. */
const isOpaqueId = (id: string): boolean =>
	kindOfAddress(id) === 'group' ||
	(/^[a-z][\w.-]*$/i.test(id) && (/\d{3}/.test(id) || (/[_.-]/.test(id) && /\d/.test(id)))) ||
	/^[\da-f-]{16,}$/i.test(id);
