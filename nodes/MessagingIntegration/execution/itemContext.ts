import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';

/** Derives a context that evaluates each parameter once, and has the node of the run, which n8n copies at each call. */
export function itemContext(
	context: IExecuteSingleFunctions,
	node: INode,
): IExecuteSingleFunctions {
	const values = new Map<string, unknown>();
	const getNodeParameter = (name: string, ...rest: unknown[]) => {
		const read = () => Reflect.apply(context.getNodeParameter, context, [name, ...rest]) as unknown;
		// A parameter that the node does not have is the fallback, which may differ between calls.
		if (node.parameters[name] === undefined || rest.length > 1) return read();
		if (!values.has(name)) values.set(name, read());
		return values.get(name);
	};
	return Object.create(context, {
		getNode: { value: () => node },
		getNodeParameter: { value: getNodeParameter },
	}) as IExecuteSingleFunctions;
}

/** A part of n8n's context that its types omit: the items that the engine processes in this pass. */
export interface WithInput {
	inputData?: Record<string, Array<Array<{ json?: object }> | null> | undefined>;
}

/**
 * Returns the input items of this pass. With Execute Once and in AI tool calls, the execution data contains more items.
 *
 * @returns an empty list if this version of n8n does not provide them
 */
export function inputItems(context: IExecuteSingleFunctions): Array<{ json?: object }> {
	const { inputData } = context as WithInput;
	return inputData?.main?.[0] ?? inputData?.ai_tool?.[0] ?? [];
}
