import { similarType } from '../../messages/fields/content';
import { isChatAddress, kindOfAddress } from '../../phone/address';
import { readChatNumber } from '../../phone/copiedNumber';
import { NO_NUMBER } from '../../phone/phoneText';
import { UserError } from '../../shared/userError';
import { isUuid } from '../../shared/values';
import type { ServiceContext } from '../../transport/credentials/credentials';
import type { Filters } from '../settings/settings';
import { listInstances } from './webhooks';

/**
 * Checks the filters before the workflow is published: a wrong one would lose all messages without a word.
 * @throws UserError for an ID that no chat can have, and for a word that is nearly a type
 */
export function requireFilters({ chatIds, ignoreChatIds, messageTypes }: Filters, countryCode: string): void {
	for (const word of messageTypes) {
		const type = similarType(word);
		if (type) throw new UserError(`The field "Message Types" contains "${word}"`, `Did you mean "${type}"?`);
	}
	for (const [label, ids] of Object.entries({ 'Chat IDs': chatIds, 'Ignore Chat IDs': ignoreChatIds }))
		for (const id of ids) {
			const chat = readChatNumber(id, countryCode);
			if (!('problem' in chat) || isChatAddress(id) || isOpaqueId(id)) continue;
			const { problem, lacksCode } = chat;
			const noChat = problem === NO_NUMBER ? 'is neither a phone number nor a chat address' : problem;
			throw new UserError(
				`The field "${label}" contains "${id}", which ${lacksCode ? 'may lack its country code' : noChat}`,
				'Write a number with + and its country code, e.g. +55 11 98765-4321, or set Default Country Code in the credentials. Write other IDs as Chat > Get Many or an event shows them.',
			);
		}
}

/** Whether a text is the ID of a group, or like one that a service makes: a name has fewer digits. */
const isOpaqueId = (id: string): boolean =>
	kindOfAddress(id) === 'group' ||
	(/^[a-z][\w.-]*$/i.test(id) && (/\d{3}/.test(id) || (/[_.-]/.test(id) && /\d/.test(id)))) ||
	/^[\da-f-]{16,}$/i.test(id);

/**
 * Checks the instances of a filter before the workflow is published. Events have their IDs: with a name, all would be
 * lost without a word. A list that cannot be read refuses nothing.
 * @throws UserError for the name of an instance
 */
export async function requireInstanceIds(context: ServiceContext, { instanceIds }: Filters): Promise<void> {
	// IDs are UUIDs (reference, section 4); a service may have others, but no name is one.
	if (instanceIds.every(isUuid)) return;
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
