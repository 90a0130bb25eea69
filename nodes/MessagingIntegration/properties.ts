import type { INodeProperties } from 'n8n-workflow';
import { property } from '../shared/property';
import type { Resource } from './resources';
import type { Operation } from './resources/common/operation';
import { optionsFor, requestOptions } from './fields/options';

/** Returns the subtitle of the node: the name of the operation, with its resource unless it sends a message. */
export function subtitle(resources: Resource[]): string {
	const titles = resources.flatMap(({ option, operations }) =>
		operations.map(({ option: { name, value } }) => {
			const title = name.startsWith('Send ') ? name : `${name}: ${option.name}`;
			return [`${option.value}.${value}`, title];
		}),
	);
	const byPicked = JSON.stringify(Object.fromEntries(titles));
	return `={{ (${byPicked})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/** Builds the properties. Operations share equal fields, so that a value survives a change of the operation. */
export function nodeProperties(resources: Resource[]): INodeProperties[] {
	return [
		property('options', 'Resource', 'resource', {
			noDataExpression: true,
			options: resources.map(({ option }) => option),
			default: 'message',
			// This field is always shown, so its routing applies to every request of n8n's declarative engine: `paginate`
			// makes n8n send the request through the node's pagination function, and so through the transport.
			routing: { send: { paginate: true } },
		}),
		...resources.map(({ option, operations, defaultOperation }): INodeProperties =>
			property('options', 'Operation', 'operation', {
				noDataExpression: true,
				displayOptions: { show: { resource: [option.value] } },
				options: operations.map((operation) => operation.option),
				default: defaultOperation,
			}),
		),
		...sharedFields(resources),
		optionsFor(
			namesOf(resources, ({ isRead }) => isRead),
			namesOf(resources, ({ hasMessageBody }) => hasMessageBody),
		),
		requestOptions,
	];
}

/** Lists the values of operations. Those with one value in several resources are alike. */
const namesOf = (resources: Resource[], isMember: (operation: Operation) => boolean): string[] => [
	...new Set(resources.flatMap(({ operations }) => operations.filter(isMember).map(({ option }) => option.value))),
];

/** Merges the fields of all operations into one list that keeps the order within each operation. */
function sharedFields(resources: Resource[]): INodeProperties[] {
	const uses = resources.flatMap(({ option: { value: resource }, operations }) =>
		operations.flatMap(({ option: { value: operation }, fields }) => {
			// Only identical fields share a property; fields of one name that differ become several.
			const keys = fields.map((field) => JSON.stringify(field));
			return keys.map((key, index) => ({ key, resource, operation, before: keys.slice(0, index) }));
		}),
	);
	const placedKeys = new Set<string>();
	const fieldsUpTo = (key: string): INodeProperties[] => {
		if (placedKeys.has(key)) return [];
		placedKeys.add(key);
		const usesOfField = uses.filter((use) => use.key === key);
		const field = JSON.parse(key) as INodeProperties;
		// First, because n8n shows a property as soon as it reaches a condition on a field with an expression.
		const show = {
			resource: [...new Set(usesOfField.map(({ resource }) => resource))],
			operation: [...new Set(usesOfField.map(({ operation }) => operation))],
			...field.displayOptions?.show,
		};
		const shared = { ...field, displayOptions: { ...field.displayOptions, show } };
		return [...usesOfField.flatMap(({ before }) => before.flatMap(fieldsUpTo)), shared];
	};
	return uses.flatMap(({ key }) => fieldsUpTo(key));
}
