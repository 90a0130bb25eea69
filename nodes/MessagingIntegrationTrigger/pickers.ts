// Lists of the form.

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { textOf } from '../shared/values';
import { toNodeError } from '../transport/errors/nodeErrors';
import { listInstances, listWebhooks } from './registration/webhooks';

/** Lists the instances of the account. */
export const loadInstances = loading(listInstances);

/** Lists the event names of the account's webhooks. */
export const loadEventNames = loading(async (context) => {
	const names = (await listWebhooks(context)).flatMap(({ events }) => events).flatMap((name) => textOf(name) ?? []);
	return [...new Set(names)].sort().map((name) => ({ name, value: name }));
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
