import type { INodeProperties } from 'n8n-workflow';
import { dropEmpty, fillPlaceholders } from './input/prepare';
import type { Operation, Resource } from './resources/common/operation';
import { options } from './fields/options';

/**
 * Builds the node's properties: the pickers, the fields of each operation, and the options of all operations.
 *
 * Operations of a resource that have the same field share one property, because n8n's engine reads every property for every
 * item, even hidden ones.
 */
export function nodeProperties(resources: Resource[]): INodeProperties[] {
	return [resourcePicker(resources), ...resources.flatMap(propertiesOf), options];
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
		routing: { send: { paginate: true, preSend: [fillPlaceholders, dropEmpty] } },
	};
}

function propertiesOf({
	option: { value },
	operations,
	defaultOperation,
}: Resource): INodeProperties[] {
	const picker: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ option }) => option).sort(byName),
		default: defaultOperation,
	};
	return [picker, ...mergeFields(operations).map((entry) => shownFor(value, entry))];
}

/** A field and the operations that show it. */
interface SharedField {
	field: INodeProperties;
	operations: string[];
}

/** Merges the fields of all operations into one list that keeps the order within each operation. */
function mergeFields(operations: Operation[]): SharedField[] {
	const merged: SharedField[] = [];
	for (const { option, fields } of operations) {
		let next = 0;
		for (const field of fields) {
			const key = JSON.stringify(field);
			let place = merged.findIndex(
				(entry, at) => at >= next && JSON.stringify(entry.field) === key,
			);
			if (place < 0) {
				place = next;
				merged.splice(place, 0, { field, operations: [] });
			}
			merged[place]?.operations.push(String(option.value));
			next = place + 1;
		}
	}
	return merged;
}

function shownFor(
	resource: string | number | boolean,
	{ field, operations }: SharedField,
): INodeProperties {
	// Resource and operation come first: n8n shows a property as soon as it reaches a condition on a field with an expression.
	const show = { resource: [resource], operation: operations, ...field.displayOptions?.show };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/** Sorts alphabetically, with API Request last. */
function byName(a: Operation['option'], b: Operation['option']): number {
	const last = Number(a.value === 'apiRequest') - Number(b.value === 'apiRequest');
	return last || a.name.localeCompare(b.name, 'en');
}
