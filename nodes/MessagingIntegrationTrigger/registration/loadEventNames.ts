import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { listWebhooks } from './ownWebhooks';

/** Lists the event names of the account's webhooks; the reference documents none (section 6). */
export async function loadEventNames(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const webhooks = await listWebhooks(context).catch((error: unknown) => {
		throw toNodeError(context.getNode(), error);
	});
	const names = new Set(
		webhooks
			.flatMap(({ events }) => events)
			.filter((name): name is string => typeof name === 'string' && name !== ''),
	);
	return [...names].sort().map((name) => ({ name, value: name }));
}
