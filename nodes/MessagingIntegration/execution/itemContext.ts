import { deepCopy, type IExecuteSingleFunctions, type INode } from 'n8n-workflow';

/** What n8n computes at every call, although it is the same for all items of a run. */
export class RunConstants {
	/** n8n copies the node at each call. */
	readonly node: INode;

	/** Values of parameters without expressions, frozen because all items share them. */
	private readonly values = new Map<string, unknown>();

	constructor(context: Pick<IExecuteSingleFunctions, 'getNode'>) {
		this.node = context.getNode();
	}

	/** Whether the node has a parameter of this name. */
	has(name: string): boolean {
		return this.node.parameters[name] !== undefined;
	}

	/** Whether a parameter has the same value for all items. */
	isConstant(name: string): boolean {
		return expressionsIn(this.node.parameters[name]).length === 0;
	}

	/** Returns the value of a constant parameter; `read` evaluates it the first time. */
	value(name: string, read: () => unknown): unknown {
		if (!this.values.has(name)) this.values.set(name, freeze(deepCopy(read() as object)));
		return this.values.get(name);
	}
}

/** Lists the expressions in a parameter's value, without their leading "=". */
export function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('=') ? [value.slice(1)] : [];
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(expressionsIn)
		: [];
}

function freeze(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	Object.values(value).forEach(freeze);
	return Object.freeze(value);
}

/** Derives a context that evaluates each parameter at most once, and parameters without expressions once per run. */
export function itemContext(
	context: IExecuteSingleFunctions,
	constants: RunConstants,
): IExecuteSingleFunctions {
	const values = new Map<string, unknown>();
	const getNodeParameter = (name: string, fallback?: unknown, ...options: unknown[]) => {
		const read = () => (context.getNodeParameter as Read)(name, fallback, ...options);
		if (!constants.has(name) || options.length > 0) return read();
		if (constants.isConstant(name)) return constants.value(name, read);
		if (!values.has(name)) values.set(name, read());
		return values.get(name);
	};
	return Object.create(context, {
		getNode: { value: () => constants.node },
		getNodeParameter: { value: getNodeParameter },
	}) as IExecuteSingleFunctions;
}

type Read = (name: string, ...rest: unknown[]) => unknown;

/** A part of n8n's context that its types omit: the items that the engine processes in this pass. */
export interface WithInput {
	inputData?: Record<string, Array<Array<{ json?: object }> | null> | undefined>;
}

/**
 * Returns the input items of this pass. With Execute Once and in AI tool calls, the execution data contains more items.
 *
 * @returns undefined if this version of n8n does not provide them
 */
export function inputItems(context: IExecuteSingleFunctions): Array<{ json?: object }> | undefined {
	const { inputData } = context as WithInput;
	return inputData?.main?.[0] ?? inputData?.ai_tool?.[0] ?? undefined;
}
