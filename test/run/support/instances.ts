import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { runNode, type RunResult, type RunSettings } from '../../support/engine';
import { credentialsFor } from '../../support/setUpSandbox';

/** Parameters that create an instance with the number of the item in its name. */
export const create = {
	resource: 'instance',
	operation: 'create',
	instanceFields: { name: '={{ "number " + $json.n }}' },
};

export const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

export const names = (count: number) => numbered(count).map(({ n }) => `number ${n}`);

export const namesIn = (entries: Array<{ body?: unknown }>) =>
	entries.map(({ body }) => (body as { name: string }).name);

export async function createInstances(
	sandbox: Sandbox,
	count: number,
	{ options, ...settings }: Partial<RunSettings> & { options?: IDataObject } = {},
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsFor(sandbox),
		parameters: { ...create, options: options as never },
		items: numbered(count),
		...settings,
	});
}
