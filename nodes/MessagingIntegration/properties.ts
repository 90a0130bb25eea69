import type { INodeProperties, NodeHint } from 'n8n-workflow';
import { property } from '../shared/property';
import type { Resource } from './resources';
import { options, requestOptions } from './fields/options';

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
				options: operations.map((each) => each.option),
				default: defaultOperation,
			}),
		),
		...sharedFields(resources),
		options,
		requestOptions,
	];
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
		// First, because n8n shows a property as soon as it reaches a condition on a field with an expression.
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

const WAITING = 'Long lists can take a while: the service limits requests per minute (60 on the Free tier).';
const STOPPING =
	'If you stop the run, n8n keeps no record of who got the message. For long lists, use the broadcast example.';
const REPEATING =
	'This runs once per input item. To run it only once, turn on Execute Once in the settings of the node.';

const isList = '$input.all().length > 1';
/** A short list rarely reaches the limit. */
const mayWait =
	'$parameter["operation"] !== "sendAndWait" && ($parameter["options"]?.pause || ($input.all().length > 20 && $parameter["options"]?.onRateLimit !== "fail"))';

const isOneOf = (...operations: string[]): string => `${JSON.stringify(operations)}.includes($parameter["operation"])`;
const SENDS = isOneOf('send', 'sendMedia', 'sendText');

function hint(message: string, ...conditions: string[]): NodeHint {
	const displayCondition = `={{ ${conditions.join(' && ')} }}`;
	return { message, displayCondition, whenToDisplay: 'always', location: 'outputPane' };
}

/** What the user should know before a list runs. */
export const hints = [
	hint(WAITING, isList, mayWait, `!${SENDS}`),
	hint(`${WAITING} ${STOPPING}`, isList, mayWait, SENDS),
	hint(REPEATING, isList, isOneOf('getAll', 'getHistory', 'getMessages')),
];
