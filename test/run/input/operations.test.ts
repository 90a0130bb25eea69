import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parse } from 'yaml';
import { resources } from '../../../nodes/MessagingIntegration/resources';
import type { Sandbox } from '../../../tools/sandbox';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { casesFor } from '../support/cases';
import { idsOf, NO_IDS } from '../../support/ids';
import { runNode } from '../../support/engine';
import { runCase } from '../support/runCase';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const operations = resources.flatMap((resource) =>
	resource.operations.map(({ option, fields }) => ({
		name: `${String(resource.option.value)}.${String(option.value)}`,
		label: `${resource.option.name} > ${option.name}`,
		fields,
		method: option.routing?.request?.method,
		path: String(option.routing?.request?.url).replace(/\{\w+\}/g, '{id}'),
	})),
);

/** The operations in the sandbox's OpenAPI description that are not assumptions. */
const described = describedOperations();

const names = casesFor(NO_IDS).map(({ name }) => name);

test.each(names.map((name, index) => [name, index] as const))(
	'%s sends what the reference says (case %i)',
	async (name, index) => {
		const expected = casesFor(idsOf(sandbox))[index]!;
		// The sandbox may not know a new endpoint. It then responds with an empty list.
		if (!name.endsWith('apiRequest') && !described.some((each) => each.name === name))
			sandbox.addFault({ kind: 'raw', headers: { 'Content-Type': 'application/json' }, body: '[]' });
		const { error } = await runNode({ credentials: credentialsFor(sandbox), parameters: expected.parameters });
		// A list that does not show its end is asked for a second page.
		const [sent, ...others] = sandbox.log.filter(({ query }) => query.page !== '2');
		expect({
			method: sent?.method,
			path: sent?.path,
			query: sent?.query,
			body: sent?.rawBody === '' ? undefined : sent?.body,
			authorization: sent?.headers.authorization,
			contentType: sent?.headers['content-type'],
			problems: sent?.problems,
			others,
		}).toEqual({
			method: expected.method,
			path: expected.path,
			query: expected.query,
			body: expected.body,
			authorization: `Bearer ${sandbox.keys.test}`,
			contentType: expected.body === undefined ? undefined : 'application/json',
			problems: [],
			others: [],
		});
		expect(error).toBeUndefined();
	},
);

/** Fields that may be empty, or whose whole collection has a test of its own. */
const MAY_BE_EMPTY = new Set([
	'chat.getAll filters.instanceId',
	'message.send messageType',
	'message.sendMedia caption',
	'message.sendMedia fileName',
	'message.sendMedia replyTo',
	'group.create groupFields.description',
	'webhook.create webhookFields.headers',
	'webhook.create webhookFields.secret',
	'instance.getAll filters.status',
]);

/** The fields of each operation's first case, with their paths: those inside collections, too. */
const filled = operations.flatMap(({ name, fields }) => {
	const first = casesFor(NO_IDS).find((each) => each.name === name);
	const inCase = (properties: INodeProperties[], values: IDataObject, around: string): Filled[] =>
		properties
			.filter((field) => field.name in values && field.name !== 'specifyBody')
			.flatMap((field) => {
				const path = around + field.name;
				if (field.type === 'fixedCollection') return [];
				if (field.type !== 'collection') return [{ name, path, label: field.displayName }];
				const inner = field.options as INodeProperties[];
				return inCase(inner, values[field.name] as IDataObject, `${path}.`);
			});
	return inCase(fields, (first?.parameters ?? {}) as IDataObject, '');
});
interface Filled {
	name: string;
	path: string;
	label: string;
}

test.each(filled.filter(({ name, path }) => !MAY_BE_EMPTY.has(`${name} ${path}`)))(
	'$name $path: an expression that returns nothing is rejected as "$label", unless it is in MAY_BE_EMPTY',
	async ({ name, path, label }) => {
		const { items } = await runCase(
			sandbox,
			name,
			{ [path]: '={{ $json.value }}' },
			{ items: [{}, { value: null }, { value: '' }], onError: 'continueRegularOutput' },
		);
		const error = new RegExp(`^The field "${label}" is empty\\. .*expression`);
		const expected = { error: expect.stringMatching(error) as unknown };
		expect(items.map(({ json }) => json)).toEqual([expected, expected, expected]);
		expect(sandbox.log).toEqual([]);
	},
);

const UNEVALUATED = [
	'{{ $json.name }}',
	'Hi {{$now}}!',
	'{"a": {{ JSON.stringify($json) }} }',
	'{{ {} }} {{ Date.now() }}',
];

test.each(filled)(
	'$name $path: an expression in a field that is set to Fixed is refused, and nothing is sent',
	async ({ name, path, label }) => {
		for (const value of UNEVALUATED) {
			const { error } = await runCase(sandbox, name, { [path]: value });
			const problem = `The expression in the field "${label}" is not evaluated, because the field is set to Fixed`;
			expect([value, error?.message]).toEqual([value, problem]);
			expect(error?.description).toMatch(/^Nothing was sent\. Switch the field to Expression\./);
		}
		expect(sandbox.log).toEqual([]);
	},
);

describe('operations, cases and documents agree', () => {
	const own = operations
		.filter(({ name }) => !name.endsWith('.apiRequest'))
		.map(({ name, method, path }) => ({ name, method, path }));

	test('every operation has a case', () => {
		const cased = new Set(names);
		// Its message contains links with signatures; tools/e2e/tests/answers/sendAndWait.test.mjs runs it in a real n8n.
		cased.add('message.sendAndWait');
		expect(operations.map(({ name }) => name).filter((name) => !cased.has(name))).toEqual([]);
	});

	test('fields of the same name and type are one field, whose label the form and the errors show', () => {
		const fields = resources.flatMap((each) => each.operations.flatMap((one) => one.fields));
		const labels = new Map<string, Set<string>>();
		for (const { name, type, displayName } of fields) {
			// As in n8n's own nodes, it is the input or the output.
			if (name === 'binaryPropertyName') continue;
			const key = `${name} (${type})`;
			labels.set(key, (labels.get(key) ?? new Set()).add(displayName));
		}
		expect([...labels].filter(([, { size }]) => size > 1)).toEqual([]);
	});

	test('every endpoint of the OpenAPI description has an operation', () => {
		expect(own).toEqual(expect.arrayContaining(described));
	});

	test('the operations are those of the table in the reference', () => {
		const reference = readFileSync(join(__dirname, '../../../docs/reference.md'), 'utf8');
		const rows = reference.matchAll(/^\| (\w+) \| ([\w ]+) \|[^|]*\| `(\w+ \S+)` \|/gm);
		const form = operations
			.filter(({ name }) => !name.endsWith('.apiRequest'))
			.map(({ label, method, path }) => `${label}: ${method} ${path}`);
		const table = [...rows].map(([, resource, name, request]) => `${resource} > ${name}: ${request}`);
		expect(table.sort()).toEqual(form.sort());
	});

	test('the operations are those of the table in the README', () => {
		const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
		for (const { option, operations: own } of resources) {
			const [, row = ''] = new RegExp(`^\\| ${option.name} \\| (.*) \\|$`, 'm').exec(readme) ?? [];
			const names = own.map((each) => each.option.name).filter((each) => each !== 'API Request');
			expect(row === 'none yet' ? [] : row.split(', ').sort()).toEqual(names.sort());
		}
	});
});

function describedOperations() {
	const text = readFileSync(join(__dirname, '../../../tools/sandbox/openapi.yaml'), 'utf8');
	const { paths } = parse(text) as {
		paths: Record<string, Record<string, { operationId?: string; 'x-assumed'?: boolean }>>;
	};
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, { operationId, 'x-assumed': assumed }]) => operationId !== undefined && !assumed)
			.map(([method, { operationId }]) => ({
				name: operationId,
				method: method.toUpperCase(),
				path: path.replace(/\{\w+\}/g, '{id}'),
			})),
	);
}
