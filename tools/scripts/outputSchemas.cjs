// The output previews that n8n's editor shows before a node has run, from the records in tools/sandbox/openapi.yaml.
const { mkdir, readFile, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { parse } = require('yaml');

const typed = (type, names) => Object.fromEntries(names.map((name) => [name, { type }]));

/** The simplified output of a message, with raw data last. */
const simplified = (...others) => ({
	type: 'object',
	properties: {
		...typed('string', ['messageId', 'chatId', 'phone', 'senderName', 'text', 'type', 'status']),
		...typed('boolean', ['fromMe', 'isGroup']),
		...typed('string', ['quotedMessageId', 'instanceId', 'date', ...others]),
		...typed('object', ['raw']),
	},
});

/** The service's message after fields of the request. */
const after = (fields) => ({ type: 'object', properties: { ...fields, ...typed('string', ['message']) } });

/** Operations whose output is not the service's response; `trigger` is the other node. */
const OWN = {
	'message.sendText': simplified(),
	'message.sendMedia': simplified(),
	'message.send': simplified(),
	'chat.getMessages': simplified(),
	'message.sendAndWait': {
		type: 'object',
		properties: { data: { type: 'object', properties: { approved: { type: 'boolean' } } } },
	},
	'chat.archive': after({ ...typed('string', ['chatId']), ...typed('boolean', ['archive']) }),
	'group.addParticipants': after({
		...typed('string', ['groupId']),
		participants: { type: 'array', items: { type: 'string' } },
	}),
	'group.updatePhoto': after(typed('string', ['groupId', 'photoUrl'])),
	trigger: simplified('kind', 'event', 'sentBy', 'chatInput', 'sessionId'),
};

/**
 * @param document the parsed OpenAPI document; `x-output` of an operation is the schema of its documented record
 * @returns n8n's schema by `<resource>.<operation>`, and that of the trigger as `trigger`
 */
function outputSchemas(document) {
	const schemas = {};
	for (const methods of Object.values(document.paths)) {
		for (const { operationId, 'x-output': output } of Object.values(methods)) {
			if (output) schemas[operationId] = simplify(document, output);
		}
	}
	Object.assign(schemas, OWN);
	return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { ...schema, version: 1 }]));
}

/** Reduces a schema to what n8n's editor reads: types, properties and items. */
function simplify(document, schema) {
	if (schema.$ref) {
		const [, ...path] = schema.$ref.split('/');
		return simplify(
			document,
			path.reduce((value, name) => value[name], document),
		);
	}
	const { type = 'object', properties, items } = schema;
	return {
		type: Array.isArray(type) ? type[0] : type,
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, value]) => [name, simplify(document, value)]),
			),
		}),
		...(items && { items: simplify(document, items) }),
	};
}

/** Of the node without resources. */
const VERSIONS = { trigger: 'MessagingIntegrationTrigger/__schema__/v2.0.0' };

/** Writes the schemas to where n8n looks for them. @param folder of the built nodes */
async function writeOutputSchemas(folder) {
	const document = parse(await readFile(join(__dirname, '../sandbox/openapi.yaml'), 'utf8'));
	for (const [name, schema] of Object.entries(outputSchemas(document))) {
		const path = VERSIONS[name] ?? `MessagingIntegration/__schema__/v1.0.0/${name.replace('.', '/')}`;
		const file = join(folder, `${path}.json`);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(schema));
	}
}

module.exports = { outputSchemas, writeOutputSchemas };
