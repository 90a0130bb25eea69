import { UserError } from '../../shared/userError';
import { isObject, isUuid, textOf } from '../../shared/values';
import type { ServiceContext } from '../../transport/credentials/credentials';
import { fetchList } from '../../transport/lists/fetchList';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import type { Trigger } from '../settings/settings';

/** How many instances are read at most. */
const MAX_INSTANCES = 1000;

/**
 * Lists the instances of the account that have an ID (reference, section 4.1).
 * @param maxWaitMs how long a request may take, and how long it may wait for the rate limit
 * @throws ServiceError if a request fails
 */
export async function listInstances(
	context: ServiceContext,
	maxWaitMs: number,
): Promise<Array<{ id: string; name: string }>> {
	const path = '/instances';
	const settings = { ...DEFAULT_SETTINGS, maxWaitMs, maxDurationMs: maxWaitMs };
	const records = await fetchList(async (query) => await send(context, { method: 'GET', path, query }, settings), {
		...{ path, style: 'page', maxRecords: MAX_INSTANCES },
	});
	return records.filter(isObject).flatMap(({ id, name }) => {
		const value = textOf(id);
		return value === undefined ? [] : [{ id: value, name: textOf(name) ?? value }];
	});
}

/**
 * Checks the instances of a filter before the workflow is published. Events have their IDs: with a name, all would be
 * lost without a word. A list that cannot be read refuses nothing.
 * @throws UserError for the name of an instance
 */
export async function requireInstanceIds(context: ServiceContext, trigger: Trigger, maxWaitMs: number): Promise<void> {
	const { instanceIds } = trigger.filters();
	// IDs are UUIDs (reference, section 4); a service may have others, but no name is one.
	if (instanceIds.every(isUuid)) return;
	const instances = await listInstances(context, maxWaitMs).catch(() => []);
	const ids = instances.map(({ id }) => id.toLowerCase());
	for (const given of instanceIds) {
		const named = instances.find(({ name }) => name.toLowerCase() === given.toLowerCase());
		if (named === undefined || ids.includes(given.toLowerCase())) continue;
		throw new UserError(
			`The field "Instance Names or IDs" contains "${given}", which is the name of an instance`,
			`Choose the instance from the list, or enter its ID "${named.id}".`,
		);
	}
}
