// How n8n calls the runs of the node.

import type { IExecuteFunctions, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { toNodeError } from '../../transport/errors/nodeErrors';
import type { Task } from './item';
import { runItems } from './run';

type Named = Record<'option', { value: unknown }>;

type CustomOperations = Record<string, Record<string, (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>>>;

/** What n8n runs instead of its engine, which would start all items at once and evaluate expressions several times. */
export function customOperations(resources: Array<Named & { operations: Array<Named & Task> }>): CustomOperations {
	// Without a prototype: a resource "constructor" is none of them.
	const customRuns = Object.create(null) as CustomOperations;
	for (const { option: resource, operations } of resources)
		for (const task of operations)
			(customRuns[String(resource.value)] ??= Object.create(null) as CustomOperations[string])[
				String(task.option.value)
			] = async function () {
				return [await runItems(this, task)];
			};
	return customRuns;
}

/** Runs one item for the engine, which n8n uses for agents that call a tool directly, and for unknown operations. */
export function singleItem(operations: CustomOperations) {
	return async function (this: IExecuteSingleFunctions): Promise<INodeExecutionData[]> {
		const { resource, operation } = this.getNode().parameters;
		const run = operations[String(resource)]?.[String(operation)];
		if (run === undefined)
			throw toNodeError(
				this.getNode(),
				new UserError('This resource has no such operation', 'Choose an operation from the list.'),
			);
		// A part of n8n's context that its types omit.
		const { inputData } = this as { inputData?: { ai_tool?: Array<INodeExecutionData[] | null> } };
		const itemMethods = {
			getInputData: () => inputData?.ai_tool?.[0] ?? [this.getInputData()],
			getNodeParameter: (name: string, _index: number, fallback?: object) => this.getNodeParameter(name, fallback),
			getCredentials: async (type: string) => await this.getCredentials(type),
		};
		const [items = []] = await run.call(Object.assign(Object.create(this) as IExecuteFunctions, itemMethods));
		return items;
	};
}
