import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { listWebhooks } from './webhooks';

/** Lists the event names of the account's webhooks; none without credentials: n8n disables the field after an error. */
export async function loadEventNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	if (this.getNode().credentials === undefined) return [];
	const webhooks = await listWebhooks(this).catch((error: unknown) => {
		throw toNodeError(this.getNode(), error);
	});
	const names = webhooks
		.flatMap(({ events }) => events)
		.filter((name): name is string => typeof name === 'string' && name !== '');
	return [...new Set(names)].sort().map((name) => ({ name, value: name }));
}
