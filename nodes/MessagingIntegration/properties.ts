import type { INodeProperties } from 'n8n-workflow';
import { fillPlaceholders } from './input/prepare';
import type { Operation, Resource } from './resources/common/operation';
import { options } from './fields/options';
import { requestOptions } from './fields/requestOptions';

/**
 * Builds the node's properties: the pickers, the fields of all operations, and the options.
 *
 * Operations with a field of the same name share one property, because n8n's engine evaluates an expression twice for every
 * property of its name, even hidden ones.
 */
export function nodeProperties(resources: Resource[]): INodeProperties[] {
	return [
		resourcePicker(resources),
		...resources.map(operationPicker),
		...sharedFields(resources),
		options,
		requestOptions,
	];
}

function resourcePicker(resources: Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ option }) => option).sort(byName),
		default: 'message',
		// This field is always shown, so its routing applies to every request. `paginate` makes n8n send the request through
		// the node's pagination function, and so through the transport.
		routing: { send: { paginate: true, preSend: [fillPlaceholders] } },
	};
}

function operationPicker({
	option,
	operations,
	defaultOperation,
	isOrdered,
}: Resource): INodeProperties {
	const entries = operations.map((each) => each.option);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options: isOrdered ? entries : entries.sort(byName),
		default: defaultOperation,
	};
}

/** A field and the operations that have it, by resource. */
interface SharedField {
	field: INodeProperties;
	operations: Map<string, string[]>;
	/** The fields before it in any operation. */
	predecessors: Set<string>;
}

/** Merges the fields of all operations into one list that keeps the order within each operation. */
function sharedFields(resources: Resource[]): INodeProperties[] {
	const merged = new Map<string, SharedField>();
	for (const { option: resource, operations } of resources) {
		for (const { option, fields } of operations) {
			fields.forEach((field, index) => {
				const shared: SharedField = merged.get(keyOf(field)) ?? {
					field,
					operations: new Map(),
					predecessors: new Set(),
				};
				const before = shared.operations.get(String(resource.value)) ?? [];
				shared.operations.set(String(resource.value), [...before, String(option.value)]);
				for (const each of fields.slice(0, index)) shared.predecessors.add(keyOf(each));
				merged.set(keyOf(field), shared);
			});
		}
	}
	const all = new Map(
		resources.map(({ option, operations }) => [String(option.value), operations]),
	);
	return inOrder(merged).flatMap((shared) => propertiesFor(shared, all));
}

/** Fields of one name cannot share a property if they differ in type, or if only one is required. */
const keyOf = ({ name, type, required = false }: INodeProperties) => `${name} ${type} ${required}`;

/** Sorts the fields so that each follows its predecessors. */
function inOrder(merged: Map<string, SharedField>): SharedField[] {
	const sorted = new Map<string, SharedField>();
	const place = (key: string) => {
		const shared = merged.get(key);
		if (shared === undefined) return;
		merged.delete(key);
		shared.predecessors.forEach(place);
		sorted.set(key, shared);
	};
	[...merged.keys()].forEach(place);
	return [...sorted.values()];
}

/**
 * One property, or one per resource if another operation of a resource has the same name as one with the field. A field that
 * hides itself has one property.
 */
function propertiesFor(
	{ field, operations }: SharedField,
	all: Map<string, Operation[]>,
): INodeProperties[] {
	const names = new Set([...operations.values()].flat());
	const isExact =
		field.displayOptions?.hide !== undefined ||
		[...operations].every(
			([resource, own]) =>
				all.get(resource)?.filter(({ option }) => names.has(String(option.value))).length ===
				own.length,
		);
	if (isExact) return [shownFor(field, [...operations.keys()], [...names])];
	return [...operations].map(([resource, own]) => shownFor(field, [resource], own));
}

function shownFor(
	field: INodeProperties,
	resource: string[],
	operation: string[],
): INodeProperties {
	// Resource and operation come first: n8n shows a property as soon as it reaches a condition on a field with an expression.
	const show = { resource, operation, ...field.displayOptions?.show };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/** Sorts alphabetically, with API Request last. */
function byName(a: Operation['option'], b: Operation['option']): number {
	const last = Number(a.value === 'apiRequest') - Number(b.value === 'apiRequest');
	// `localeCompare` would load the rules of all languages, which takes longer than everything else in this package.
	return last || (a.name < b.name ? -1 : 1);
}
