import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Sandbox } from '../../../tools/sandbox';
import { outputSchemas } from '../../../tools/scripts/outputSchemas.cjs';
import { runCase } from '../support/runCase';
import { setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const schemas = outputSchemas(
	parse(readFileSync(join(__dirname, '../../../tools/sandbox/openapi.yaml'), 'utf8')),
) as Record<string, Schema>;

const typeOf = (value: unknown) => {
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
};

/** The paths of a value that the schema does not describe, or describes with another type. */
function deviations(value: unknown, schema: Schema | undefined, path = 'json'): string[] {
	if (schema === undefined) return [path];
	if (value === null) return [];
	if (typeOf(value) !== schema.type) return [`${path} is ${typeOf(value)}, not ${schema.type}`];
	if (schema.properties === undefined) return [];
	return Object.entries(value as object).flatMap(([name, each]) =>
		deviations(each, schema.properties?.[name], `${path}.${name}`),
	);
}

const documented = Object.keys(schemas).filter((name) => name !== 'message.sendAndWait' && name !== 'trigger');

test.each(documented)('the output preview of %s describes its real output', async (name) => {
	const { items, error } = await runCase(sandbox, name);
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
	expect(items.flatMap(({ json }) => deviations(json, schemas[name]))).toEqual([]);
});
