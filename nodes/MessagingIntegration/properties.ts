import type { INodeProperties } from 'n8n-workflow';
import { requireOperation, type Resource } from './resources/common/operation';
import { options, requestOptions } from './fields/options';
import { sendAndWaitOptions } from './sendAndWait/optionProperties';

/** Returns the subtitle of the node: the name of the operation, with its resource unless it sends a message. */
export function subtitle(resources: Resource[]): string {
	const all = resources.flatMap(({ option, operations }) =>
		operations.map((operation) => ({ resource: option, ...operation.option })),
	);
	const titles = all.map(({ resource, name, value }) => {
		const title = name.startsWith('Send ') ? name : `${name}: ${resource.name}`;
		return [`${resource.value}.${value}`, title];
	});
	const byPicked = JSON.stringify(Object.fromEntries(titles));
	return `={{ (${byPicked})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/**
 * Builds the node's properties. Operations with the same field share one property, because n8n's engine evaluates an
 * expression twice for every property of its name, even hidden ones.
 */
export function nodeProperties(resources: Resource[]): INodeProperties[] {
	return [
		resourcePicker(resources),
		...resources.map(operationPicker),
		...sharedFields(resources),
		withOptions(sendAndWaitOptions),
		requestOptions,
	];
}

/** Adds options of a single operation to those that others share, in the order of their labels. */
function withOptions(others: INodeProperties[]): INodeProperties {
	const all = [...((options.options ?? []) as INodeProperties[]), ...others];
	const sorted = all.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
	return { ...options, options: sorted };
}

function resourcePicker(resources: Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ option }) => option),
		default: 'message',
		// This field is always shown, so its routing applies to every request. `paginate` makes n8n send the request
		// through the node's pagination function, and so through the transport.
		routing: { send: { paginate: true, preSend: [requireOperation] } },
	};
}

function operationPicker({ option, operations, defaultOperation }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options: operations.map((each) => each.option),
		default: defaultOperation,
	};
}

/** Merges the fields of all operations into one list that keeps the order within each operation. */
function sharedFields(resources: Resource[]): INodeProperties[] {
	const uses = resources.flatMap(({ option: { value: resource }, operations }) =>
		operations.flatMap(({ option: { value: operation }, fields }) => {
			// Only identical fields share a property; fields of one name that differ become several.
			const keys = fields.map((field) => JSON.stringify(field));
			return keys.map((key, index) => ({ key, resource, operation, before: keys.slice(0, index) }));
		}),
	);
	const placed = new Set<string>();
	const place = (key: string): INodeProperties[] => {
		if (placed.has(key)) return [];
		placed.add(key);
		const own = uses.filter((each) => each.key === key);
		const field = JSON.parse(key) as INodeProperties;
		// Resource and operation come first: n8n shows a property as soon as it reaches a condition on a field with an
		// expression.
		const show = {
			resource: [...new Set(own.map(({ resource }) => resource))],
			operation: [...new Set(own.map(({ operation }) => operation))],
			...field.displayOptions?.show,
		};
		const shared = { ...field, displayOptions: { ...field.displayOptions, show } };
		return [...own.flatMap(({ before }) => before.flatMap(place)), shared];
	};
	return uses.flatMap(({ key }) => place(key));
}
