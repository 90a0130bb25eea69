import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { textOf } from '../shared/values';
import { toNodeError } from '../transport/errors/nodeErrors';
import { listInstances } from './registration/instances';
import { listWebhooks } from './registration/webhooks';

/** How long the form waits for the instances, ms. */
const MAX_WAIT_MS = 20_000;

/** Lists the event names of the account's webhooks. */
export const loadEventNames = loading(async (context) => {
	const names = (await listWebhooks(context)).flatMap(({ events }) => events).flatMap((name) => textOf(name) ?? []);
	return [...new Set(names)].sort().map((name) => ({ name, value: name }));
});

/** Lists the instances of the account. */
export const loadInstances = loading(async (context) =>
	(await listInstances(context, MAX_WAIT_MS)).map(({ id, name }) => ({ name, value: id })),
);

/** Makes a method that loads a list of the form; none without credentials: n8n disables the field after an error. */
function loading(read: (context: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		if (this.getNode().credentials === undefined) return [];
		return await read(this).catch((error: unknown) => {
			throw toNodeError(this.getNode(), error);
		});
	};
}
