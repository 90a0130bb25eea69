import type { INodePropertyOptions } from 'n8n-workflow';
import { chatProblem } from '../../phone/copiedNumber';
import { UserError } from '../../shared/userError';
import type { Filters } from './settings';

/** Checks the filters before the workflow is published: a wrong one would lose all messages. @throws UserError */
export function requireFilters(filters: Filters, countryCode: string, instances: INodePropertyOptions[]): void {
	const { chatIds, ignoreChatIds, instanceIds } = filters;
	for (const [label, ids] of Object.entries({ 'Chat IDs': chatIds, 'Ignore Chat IDs': ignoreChatIds }))
		for (const id of ids) {
			const problem = chatProblem(id, countryCode);
			if (problem !== undefined)
				throw new UserError(
					`The field "${label}" contains "${id}", which ${problem}`,
					'Write a number with + and its country code, e.g. +55 11 98765-4321, or set Default Country Code in the credentials. Write other IDs as Chat > Get Many or an event shows them.',
				);
		}
	for (const given of instanceIds) {
		const isGiven = (text: string) => text.toLowerCase() === given.toLowerCase();
		const named = instances.find(({ name }) => isGiven(name));
		if (named === undefined || instances.some(({ value }) => isGiven(String(value)))) continue;
		throw new UserError(
			`The field "Instance Names or IDs" contains "${given}", which is the name of an instance`,
			`Choose the instance from the list, or enter its ID "${named.value}".`,
		);
	}
}
