import type { INodePropertyOptions } from 'n8n-workflow';
import { isChatId } from '../../phone/chatFilter';
import { UserError } from '../../shared/userError';
import type { Filters } from './settings';

/** Checks the filters before the workflow is published: a wrong one would lose all messages. @throws UserError */
export function requireFilters(filters: Filters, instances: INodePropertyOptions[]): void {
	const { chatIds, ignoreChatIds, instanceIds } = filters;
	for (const [label, ids] of Object.entries({ 'Chat IDs': chatIds, 'Ignore Chat IDs': ignoreChatIds }))
		for (const id of ids)
			if (!isChatId(id))
				throw new UserError(
					`The field "${label}" contains "${id}", which is neither a phone number nor a chat address`,
					'Enter a phone number, e.g. +55 11 98765-4321, or the ID of a chat as Chat > Get Many or an event shows it.',
				);
	for (const nameOrId of instanceIds) {
		const isEntered = (text: string) => text.toLowerCase() === nameOrId.toLowerCase();
		const namedInstance = instances.find(({ name }) => isEntered(name));
		if (namedInstance === undefined || instances.some(({ value }) => isEntered(String(value)))) continue;
		throw new UserError(
			`The field "Instance Names or IDs" contains "${nameOrId}", which is the name of an instance`,
			`Choose the instance from the list, or enter its ID "${namedInstance.value}".`,
		);
	}
}
