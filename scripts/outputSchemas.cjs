// The output previews that n8n's editor shows before a node has run, from the records in sandbox/openapi.yaml.
const { mkdir, readFile, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { parse } = require('yaml');

/** Operations whose output is not the service's response, or that share an endpoint with another operation. */
const OWN = {
	'message.sendText': 'message.send',
	'message.sendAndWait': {
		type: 'object',
		properties: { data: { type: 'object', properties: { approved: { type: 'boolean' } } } },
	},
};

/**
 * @param document the parsed OpenAPI document; `x-output` of an operation is the schema of its documented record
 * @returns n8n's schema by `<resource>.<operation>`
 */
function outputSchemas(document) {
	const schemas = {};
	for (const methods of Object.values(document.paths)) {
		for (const { operationId, 'x-output': output } of Object.values(methods)) {
			if (output) schemas[operationId] = simplify(document, output);
		}
	}
	for (const [name, schema] of Object.entries(OWN))
		schemas[name] = typeof schema === 'string' ? schemas[schema] : schema;
	return Object.fromEntries(
		Object.entries(schemas).map(([name, schema]) => [name, { ...schema, version: 1 }]),
	);
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

/** Writes the schemas to where n8n looks for them. */
async function writeOutputSchemas(folder) {
	const document = parse(await readFile(join(__dirname, '../sandbox/openapi.yaml'), 'utf8'));
	for (const [name, schema] of Object.entries(outputSchemas(document))) {
		const file = join(folder, `${name.replace('.', '/')}.json`);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(schema));
	}
}

module.exports = { outputSchemas, writeOutputSchemas };
