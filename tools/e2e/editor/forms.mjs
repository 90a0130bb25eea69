// All forms of the node: what they contain, and a workflow that shows them.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { nodeType } from '../n8n/package.mjs';

// Its build for import cannot be loaded by Node.
const { NodeHelpers } = createRequire(import.meta.url)('n8n-workflow');

/**
 * Lists every form of the node, from the description that n8n loaded: { resource, operation, title, parameters }, with
 * each collection open, so that all settings are visible.
 */
export function listForms(description) {
	const properties = propertiesOf(description);
	const resources = properties.find(({ name }) => name === 'resource').options.filter(isOwn);
	return resources.flatMap((resource) =>
		properties
			.find(({ name, displayOptions }) => name === 'operation' && displayOptions.show.resource.includes(resource.value))
			.options.filter(isOwn)
			.map((operation) => ({
				resource: resource.value,
				operation: operation.value,
				title: `${resource.name}: ${operation.name}`,
				parameters: {
					resource: resource.value,
					operation: operation.value,
					...openCollections(description, { resource: resource.value, operation: operation.value }),
				},
			})),
	);
}

/** Without Request Options, which n8n adds and shows among the settings. */
function propertiesOf({ properties }) {
	return properties.filter(({ name }) => name !== 'requestOptions');
}

/** n8n adds an entry for its HTTP Request node to each list. */
const isOwn = ({ value }) => value !== '__CUSTOM_API_CALL__';

function openCollections(description, chosen) {
	const filter = isShown(description, withDefaults(description, chosen));
	return Object.fromEntries(
		propertiesOf(description)
			.filter(filter)
			.filter(({ type }) => ['collection', 'fixedCollection'].includes(type))
			.map((property) => [property.name, defaultOf(property, filter)]),
	);
}

function withDefaults(description, parameters) {
	const node = { typeVersion: 1, parameters };
	const properties = propertiesOf(description);
	return NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description);
}

/** Returns a filter for the fields that n8n shows, on top or in a collection. */
function isShown(description, parameters) {
	const node = { typeVersion: 1, parameters };
	return (field) =>
		field.type !== 'hidden' && NodeHelpers.displayParameter(parameters, field, node, description, parameters);
}

/** A collection with each option that passes `filter` set to its default. */
function defaultOf({ type, options, default: value }, filter) {
	if (type === 'collection')
		return Object.fromEntries(options.filter(filter).map((option) => [option.name, defaultOf(option, filter)]));
	if (type === 'fixedCollection') {
		return Object.fromEntries(
			options.map(({ name, values }) => [
				name,
				[Object.fromEntries(values.map((field) => [field.name, field.default]))],
			]),
		);
	}
	return value;
}

/** Lists the labels that a form must show, in order. */
export function listLabels(description, { parameters }) {
	const filter = isShown(description, withDefaults(description, parameters));
	const labels = (field) => [field.displayName, ...labelsInside(field, filter)];
	const labelsInside = ({ type, options }) => {
		if (type === 'collection') return options.filter(filter).flatMap(labels);
		if (type !== 'fixedCollection') return [];
		return options.flatMap(({ values }) =>
			values.filter(({ displayOptions }) => !displayOptions || isDefault(values, displayOptions)).flatMap(labels),
		);
	};
	const shown = propertiesOf(description)
		.filter(filter)
		.filter(({ type }) => type !== 'notice');
	return ['Credential', ...shown.flatMap(labels)];
}

/** Whether the defaults of the values beside a field meet its conditions. */
function isDefault(values, { show }) {
	return Object.entries(show).every(([name, allowed]) =>
		allowed.includes(values.find((each) => each.name === name)?.default),
	);
}

/** Creates a workflow with a node for each form. */
export async function createFormsWorkflow({ api, credential }, forms) {
	return await api.createWorkflow({
		name: 'Every form',
		nodes: forms.map(({ title, parameters }, index) => ({
			id: randomUUID(),
			name: title,
			type: nodeType,
			typeVersion: 1,
			position: [(index % 8) * 220, Math.floor(index / 8) * 220],
			parameters,
			credentials: { messagingIntegrationApi: credential },
		})),
		connections: {},
	});
}
