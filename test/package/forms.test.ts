import { resources } from '../../nodes/MessagingIntegration/resources';
import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
import { MessagingIntegrationTrigger } from '../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { nodeProperties, subtitle } from '../../nodes/MessagingIntegration/properties';
import { expectLines } from '../support/project';

const properties = nodeProperties(resources);
const node = { typeVersion: 1 } as INode;
const COMMON = ['resource', 'operation', 'options', 'requestOptions'];

const operations = resources.flatMap(({ option, operations }) =>
	operations.map((operation) => ({
		resource: option.value,
		operation: operation.option.value,
	})),
);

const shownBy = (parameters: INodeParameters) => {
	const filled = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, null);
	return properties
		.filter((property) => NodeHelpers.displayParameter(filled ?? {}, property, node, null))
		.filter(({ name, type }) => type !== 'hidden' && !COMMON.includes(name));
};

function optionsOf(resource: unknown, operation: unknown): string[] {
	const parameters = { resource, operation } as INodeParameters;
	const { options } = nodeProperties(resources).find(({ name }) => name === 'options')!;
	return (options as INodeProperties[])
		.filter((option) => NodeHelpers.displayParameterPath(parameters, option, 'options', node, null))
		.map(({ name }) => name);
}

/** What shows or hides fields. */
const VARIANTS: Record<string, INodeParameters[]> = {
	apiRequest: [{ pagination: 'page' }, { pagination: 'page', method: 'POST' }, { responseFormat: 'json' }],
	connect: [{ pairingCode: true }],
	create: [{ specifyBody: 'json' }],
	getAll: [{ returnAll: true }],
	send: [{ specifyBody: 'json' }, { preset: 'list' }],
	sendAndWait: [{ responseType: 'customForm' }, { responseType: 'customForm', defineForm: 'json' }],
	sendMedia: [{ mediaSource: 'binary' }, { mediaType: 'audio' }],
};

test('each operation has its title, fields and options', () => {
	const [, json = ''] = /\((\{.*\})\)/.exec(subtitle(resources)) ?? [];
	const titles = JSON.parse(json) as Record<string, string>;
	const pickers = nodeProperties(resources)
		.filter(({ name }) => ['resource', 'operation'].includes(name))
		.map(({ displayOptions, displayName, options = [] }) => {
			const names = (options as INodePropertyOptions[]).map(({ name }) => name);
			return `${displayName} ${JSON.stringify(displayOptions?.show ?? {})}: ${names.join(', ')}`;
		});
	const lines = operations.flatMap(({ resource, operation }) =>
		[{}, ...(VARIANTS[operation] ?? [])].map((more) => {
			const shown = shownBy({ resource, operation, ...more }).map(({ displayName }) => displayName);
			const title = titles[`${resource}.${operation}`];
			return `${title} ${JSON.stringify(more)}: ${shown.join(', ')} | ${optionsOf(resource, operation).join(', ')}`;
		}),
	);
	expectLines('package/forms.txt', [...pickers, ...lines]);
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
