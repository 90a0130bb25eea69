import { resources } from '../../nodes/MessagingIntegration/resources';
import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
import { MessagingIntegrationTrigger } from '../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { READS } from '../../nodes/MessagingIntegration/fields/options';
import { nodeProperties } from '../../nodes/MessagingIntegration/properties';

const properties = nodeProperties(resources);
const node = { typeVersion: 1 } as INode;
const COMMON = ['resource', 'operation', 'options', 'requestOptions'];

const operations = resources.flatMap(({ option, operations }) =>
	operations.map((operation) => ({
		resource: option.value,
		operation: operation.option.value,
		fields: operation.fields,
	})),
);

const shownBy = (parameters: INodeParameters) => {
	const filled = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, null);
	return properties
		.filter((property) => NodeHelpers.displayParameter(filled ?? {}, property, node, null))
		.filter(({ name, type }) => type !== 'hidden' && !COMMON.includes(name));
};

test.each(operations)(
	'the form of $resource $operation has its fields, in the order of its file',
	({ resource, operation, fields }) => {
		// Fields of one name that differ exclude each other.
		const names = (list: INodeProperties[]) => [...new Set(list.map(({ name, type }) => `${name} ${type}`))];
		const shown = names(shownBy({ resource, operation } as INodeParameters));
		// Fields that depend on the value of another field are hidden at first.
		expect(names(fields).filter((name) => shown.includes(name))).toEqual(shown);
		const hidden = fields.filter((field) => !shown.includes(names([field])[0] ?? ''));
		expect(hidden.filter(({ displayOptions }) => displayOptions === undefined)).toEqual([]);
	},
);

test('an API request has Return All and Limit only if it is a GET', () => {
	const request = { resource: 'contact', operation: 'apiRequest' };
	const namesWith = (more: INodeParameters) => shownBy({ ...request, ...more }).map(({ name }) => name);
	expect(namesWith({ pagination: 'page' })).toEqual(expect.arrayContaining(['returnAll', 'limit']));
	expect(namesWith({ pagination: 'page', method: 'POST' })).not.toContain('returnAll');
	expect(namesWith({ responseFormat: 'json' })).not.toContain('binaryPropertyName');
});

test('Connect asks for a field for the QR code only if it returns one', () => {
	const connect = { resource: 'instance', operation: 'connect' };
	expect(shownBy(connect).map(({ name }) => name)).toContain('binaryPropertyName');
	const withCode = shownBy({ ...connect, pairingCode: true }).map(({ name }) => name);
	expect(withCode).not.toContain('binaryPropertyName');
});

function optionsOf(resource: unknown, operation: unknown): string[] {
	const parameters = { resource, operation } as INodeParameters;
	const { options } = nodeProperties(resources).find(({ name }) => name === 'options')!;
	return (options as INodeProperties[])
		.filter((option) => NodeHelpers.displayParameterPath(parameters, option, 'options', node, null))
		.map(({ name }) => name);
}

test('the list of reads has the operations with the method GET', () => {
	const methods = resources.flatMap((each) =>
		each.operations.map(({ option }) => [option.value, option.routing?.request?.method]),
	);
	const reads = methods.filter(([name, method]) => method === 'GET' && name !== 'apiRequest');
	expect([...new Set(reads.map(([name]) => name))].sort()).toEqual(READS);
});

test.each([
	['message', 'sendText', ['retryWrites', 'pause', 'additionalFields'], ['limitWaitTime']],
	['message', 'sendText', [], ['maxFileSize']],
	['message', 'sendAndWait', ['limitWaitTime', 'retryWrites'], ['concurrency', 'pause']],
	['chat', 'getAll', ['concurrency'], ['retryWrites', 'pause', 'additionalFields']],
	['download', 'getAudio', ['queryParameters'], ['retryWrites', 'pause']],
	['group', 'updatePhoto', ['pause'], ['retryWrites']],
	['group', 'apiRequest', ['retryWrites', 'pause', 'concurrency'], ['maxFileSize']],
	['message', 'sendMedia', ['additionalFields', 'maxFileSize'], ['limitWaitTime']],
])('the options of %s %s are those that it uses', (resource, operation, shown, hidden) => {
	const offered = optionsOf(resource, operation);
	expect(offered).toEqual(expect.arrayContaining(shown));
	expect(hidden.filter((name) => offered.includes(name))).toEqual([]);
});

const types = [new MessagingIntegration(), new MessagingIntegrationTrigger()];

const childrenOf = ({ type, options = [] }: INodeProperties): INodeProperties[][] =>
	type === 'collection'
		? [options as INodeProperties[]]
		: type === 'fixedCollection'
			? options.map((each) => (each as { values: INodeProperties[] }).values)
			: [];

/** Returns each condition that names neither a sibling nor a path from the root, as `field: condition`. */
function unresolvable(fields: INodeProperties[], siblings: string[]): string[] {
	return fields.flatMap((field) => [
		...Object.values(field.displayOptions ?? {})
			.flatMap((conditions) => Object.keys(conditions as object))
			.filter((name) => !/^[@/]/.test(name) && !siblings.includes(name))
			.map((name) => `${field.name}: ${name}`),
		// n8n passes only the options of a collection that are set, so an option may not depend on another one.
		...childrenOf(field).flatMap((children) =>
			unresolvable(children, field.type === 'collection' ? [] : children.map(({ name }) => name)),
		),
	]);
}

test.each(types)(
	'n8n 2.0 and 1.123, which do not load a node with a condition that they cannot resolve, resolve each condition of node %#',
	({ description: { properties } }) => {
		const names = properties.map(({ name }) => name);
		expect(unresolvable(properties, names)).toEqual([]);
	},
);

test('descriptions of one sentence end without a full stop, those of several with one', () => {
	const wrong: string[] = [];
	const check = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		const { description } = value as { description?: unknown };
		if (typeof description === 'string') {
			const isLong = /[.!?]\s+\S/.test(description.replace(/e\.g\. |i\.e\. /g, ''));
			if (/\.$/.test(description) !== isLong) wrong.push(description);
		}
		Object.values(value).forEach(check);
	};
	check([...types.map(({ description }) => description.properties), new MessagingIntegrationApi().properties]);
	expect(wrong).toEqual([]);
});
