import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { resources } from '../../../nodes/MessagingIntegration/resources';
import type { Sandbox } from '../../../sandbox';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';
import { casesFor, idsOf, type Case } from '../support/cases';
import { runNode } from '../support/engine';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const credentials = () => credentialsFor(sandbox);

/** The operations in the sandbox's OpenAPI description that are not assumptions. */
const described = describedOperations();

// Only the names are used here, for the test titles. The real IDs are known once the sandbox runs.
const names = casesFor({
	instance: 'i',
	disconnected: 'd',
	group: 'g',
	chat: 'c',
	webhook: 'w',
	video: 'v',
	audio: 'a',
});

describe('each operation sends what the reference says', () => {
	test.each(names.map((each, index) => [`${each.resource} ${each.operation}`, index] as const))(
		'%s (case %i)',
		async (_name, index) => {
			const expected = casesFor(idsOf(sandbox))[index] as Case;
			const name = `${expected.resource}.${expected.operation}`;
			// The sandbox may not know a new endpoint. It then responds with an empty list.
			if (expected.operation !== 'apiRequest' && !described.some((each) => each.name === name)) {
				sandbox.addFault({
					kind: 'raw',
					headers: { 'Content-Type': 'application/json' },
					body: '[]',
				});
			}
			const { error } = await runNode({
				credentials: credentials(),
				parameters: {
					resource: expected.resource,
					operation: expected.operation,
					...expected.parameters,
				},
			});
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
				query: expected.query ?? {},
				body: expected.body,
				authorization: `Bearer ${sandbox.keys.test}`,
				contentType: expected.body === undefined ? undefined : 'application/json',
				problems: [],
				others: [],
			});
			expect(error).toBeUndefined();
		},
	);
});

test('a JSON field with its default, an empty object, is not sent', async () => {
	await runNode({
		credentials: credentials(),
		parameters: {
			resource: 'webhook',
			operation: 'create',
			webhookFields: {
				url: 'https://example.com/events',
				events: '',
				headers: '{}',
				isActive: false,
				secret: '',
			},
		},
	});
	expect(sandbox.log.map(({ body }) => body)).toEqual([
		{ url: 'https://example.com/events', isActive: false },
	]);
});

describe('operations, cases and documents agree', () => {
	const operations = resources.flatMap((resource) =>
		resource.operations.map((each) => ({
			name: `${String(resource.option.value)}.${String(each.option.value)}`,
			method: each.option.routing?.request?.method,
			path: String(each.option.routing?.request?.url).replace(/\{\w+\}/g, '{id}'),
		})),
	);
	const own = operations.filter(({ name }) => !name.endsWith('.apiRequest'));

	test('every operation has a case', () => {
		const cased = new Set(names.map((each) => `${each.resource}.${each.operation}`));
		// Its message contains links with signatures; e2e/tests/sendAndWait.test.mjs runs it in a real n8n.
		cased.add('message.sendAndWait');
		expect(operations.map(({ name }) => name).filter((name) => !cased.has(name))).toEqual([]);
	});

	test('every endpoint of the OpenAPI description has an operation', () => {
		expect(own).toEqual(expect.arrayContaining(described));
	});

	test("the operations are those of the README's table", () => {
		const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
		const rows = [...readme.matchAll(/^\| `(\w+)` \| `(\w+)` \|[^|]*\| `(\w+) (\S+)` \|/gm)];
		const table = rows.map(([, resource, operation, method, path]) => ({
			name: `${resource}.${operation}`,
			method,
			path,
		}));
		expect(table.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
			[...own].sort((a, b) => a.name.localeCompare(b.name)),
		);
	});
});

function describedOperations() {
	const text = readFileSync(join(__dirname, '../../../sandbox/openapi.yaml'), 'utf8');
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

test('a locator without the mark of a locator, as in a generated workflow, is read like one', async () => {
	const { instance } = idsOf(sandbox);
	const { error } = await runNode({
		credentials: credentials(),
		parameters: {
			resource: 'instance',
			operation: 'getStatus',
			instanceId: { mode: 'id', value: instance },
		},
	});
	expect(error).toBeUndefined();
	expect(sandbox.log[0]?.path).toBe(`/instances/${instance}/status`);
});
