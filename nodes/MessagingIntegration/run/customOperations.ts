import type { IExecuteFunctions, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { runItems } from './run';
import type { Task } from './runState';

/** A resource of the node, with a task for each operation. */
interface Resource {
	option: { value: unknown };
	operations: Array<Task & { option: { value: unknown } }>;
}

type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A part of n8n's context that its types omit. */
interface WithInput {
	inputData?: { ai_tool?: Array<INodeExecutionData[] | null> };
}

/**
 * Returns what n8n runs instead of its declarative engine, which would start all items at once and evaluate each
 * expression several times: `INodeType.customOperations`, by resource and operation.
 */
export function customOperations(resources: Resource[]): Record<string, Record<string, CustomOperation>> {
	const run = (task: Task): CustomOperation =>
		async function () {
			return [await runItems(this, task)];
		};
	return Object.fromEntries(
		resources.map(({ option, operations }) => [
			option.value,
			Object.fromEntries(operations.map((operation) => [operation.option.value, run(operation)])),
		]),
	) as ReturnType<typeof customOperations>;
}

/**
 * Returns a pagination function for n8n's declarative engine, which runs one item. n8n uses it where it ignores custom
 * operations: for agents that call a tool directly, and for an operation that the node does not have, which is refused.
 */
export function singleItem(resources: Resource[]) {
	return async function (this: IExecuteSingleFunctions): Promise<INodeExecutionData[]> {
		const { resource, operation } = this.getNode().parameters;
		const task = resources
			.find(({ option }) => option.value === resource)
			?.operations.find(({ option }) => option.value === operation);
		if (task === undefined)
			throw toNodeError(
				this.getNode(),
				new UserError('This resource has no such operation', 'Choose an operation from the list.'),
			);
		const own = {
			getInputData: () => (this as WithInput).inputData?.ai_tool?.[0] ?? [this.getInputData()],
			getNodeParameter: (name: string, _index: number, fallback?: object) => this.getNodeParameter(name, fallback),
			getCredentials: async (type: string) => await this.getCredentials(type),
		};
		return await runItems(Object.assign(Object.create(this) as IExecuteFunctions, own), task);
	};
}
