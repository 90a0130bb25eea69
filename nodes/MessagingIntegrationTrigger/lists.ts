import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isObject, textOf } from '../shared/values';
import { toNodeError } from '../transport/errors/nodeErrors';
import { fetchList } from '../transport/lists/fetchList';
import { DEFAULT_SETTINGS, send } from '../transport/request/send';
import { listWebhooks } from './registration/webhooks';

/** How many instances the list of a filter shows, and how long the form waits for them, ms. */
const MAX_INSTANCES = 1000;
const MAX_WAIT_MS = 20_000;

/** Lists the event names of the account's webhooks. */
export const loadEventNames = loading(async (context) => {
	const names = (await listWebhooks(context)).flatMap(({ events }) => events).flatMap((name) => textOf(name) ?? []);
	return [...new Set(names)].sort().map((name) => ({ name, value: name }));
});

/** Lists the instances of the account. */
export const loadInstances = loading(async (context) => {
	const path = '/instances';
	const settings = { ...DEFAULT_SETTINGS, maxWaitMs: MAX_WAIT_MS };
	const records = await fetchList(async (query) => await send(context, { method: 'GET', path, query }, settings), {
		...{ path, style: 'page', maxRecords: MAX_INSTANCES },
	});
	return records.filter(isObject).flatMap(({ id, name }) => {
		const value = textOf(id);
		return value === undefined ? [] : [{ name: textOf(name) ?? value, value }];
	});
});

/** Makes a method that loads a list of the form; none without credentials: n8n disables the field after an error. */
function loading(read: (context: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		if (this.getNode().credentials === undefined) return [];
		return await read(this).catch((error: unknown) => {
			throw toNodeError(this.getNode(), error);
		});
	};
}
