import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isObject, textOf } from '../../shared/values';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { fetchList } from '../../transport/lists/fetchList';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';

/** How many instances the list of a filter shows, and how long the form waits for them, ms. */
const MAX_INSTANCES = 1000;
const MAX_WAIT_MS = 20_000;

/** Lists the instances of the account; none without credentials: n8n disables the field after an error. */
export async function loadInstances(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	if (this.getNode().credentials === undefined) return [];
	const path = '/instances';
	const settings = { ...DEFAULT_SETTINGS, maxWaitMs: MAX_WAIT_MS };
	const fetching = fetchList(async (query) => await send(this, { method: 'GET', path, query }, settings), {
		path,
		style: 'page',
		maxRecords: MAX_INSTANCES,
	});
	const records = await fetching.catch((error: unknown) => {
		throw toNodeError(this.getNode(), error);
	});
	return records.filter(isObject).flatMap(({ id, name }) => {
		const value = textOf(id);
		return value === undefined ? [] : [{ name: textOf(name) ?? value, value }];
	});
}
