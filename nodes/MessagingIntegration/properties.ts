import type { INodeProperties } from 'n8n-workflow';
import { dropEmpty, fillPlaces } from './input/prepare';
import type { Operation, Resource } from './resources/common/operation';
import { options } from './fields/options';

/**
 * Puts the node's properties together: the pickers, then the fields of each operation, then the options that all share.
 *
 * Fields that are the same in several operations of a resource become one property, since n8n's engine reads every property
 * for every item, shown or not.
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
		// Always shown, so its routing is part of every request: the paths are filled here, and `paginate` sends the
		// request through the node's pagination function, the one seam to the service.
		routing: { send: { paginate: true, preSend: [fillPlaces, dropEmpty] } },
	};
}

function propertiesOf({ option: { value }, operations, first }: Resource): INodeProperties[] {
	const picker: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ option }) => option).sort(byName),
		default: first,
	};
	return [picker, ...merge(operations).map((entry) => shownFor(value, entry))];
}

/** A field, and the operations that show it. */
interface Shared {
	field: INodeProperties;
	operations: string[];
}

/** One list of all operations' fields, in which those of each operation stand in its own order. */
function merge(operations: Operation[]): Shared[] {
	const merged: Shared[] = [];
	for (const { option, fields } of operations) {
		let next = 0;
		for (const field of fields) {
			const key = JSON.stringify(field);
			let place = merged.findIndex((entry, at) => at >= next && JSON.stringify(entry.field) === key);
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

function shownFor(resource: string | number | boolean, { field, operations }: Shared): INodeProperties {
	// Resource and operation first: n8n reads the conditions in this order, and takes one on an expression for met at once.
	const show = { resource: [resource], operation: operations, ...field.displayOptions?.show };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/** By the alphabet, and API Request, the way out for everything else, last. */
function byName(a: Operation['option'], b: Operation['option']): number {
	const last = Number(a.value === 'apiRequest') - Number(b.value === 'apiRequest');
	return last || a.name.localeCompare(b.name, 'en');
}
