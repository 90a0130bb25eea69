import { Expression, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { MessagingIntegration } from '../../../nodes/MessagingIntegration/MessagingIntegration.node';
import type { Sandbox } from '../../../sandbox';
import { casesFor } from '../support/cases';
import { idsOf, NO_IDS } from '../support/ids';
import { runNode } from '../support/engine';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';

/**
 * How often n8n evaluates an expression: twice for each property of the parameter's name, even hidden ones, and once
 * for each time that the node reads the parameter.
 */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

/** Fields that differ although they have one name, by the number of their properties. */
const REPEATED: Record<string, number> = {
	// The input of Send Media, and the output of files.
	binaryPropertyName: 2,
	// The switch of Connect, and the code of Pair Phone.
	pairingCode: 2,
	// That of contacts has a default.
	path: 2,
};

/** n8n evaluates pairs of names and values twice more. */
const PAIRS = /"parameters":/;

/** Values that determine which fields a form has. */
const FIXED = new Set([
	...['__rl', 'mode', 'cachedResultName', 'specifyBody', 'method', 'pagination', 'preset'],
	...['mediaSource', 'mediaType'],
]);

/** Replaces all values by expressions that read them from the item, to which it adds them. */
function asExpressions(value: unknown, item: IDataObject, name = ''): unknown {
	if (FIXED.has(name) || (typeof value === 'string' && value.startsWith('='))) return value;
	if (Array.isArray(value)) return value.map((each) => asExpressions(each, item));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asExpressions(inner, item, key)]));
	}
	const key = `value${Object.keys(item).length}`;
	item[key] = value as string;
	return `={{ $json.${key} }}`;
}

async function countEvaluations(parameters: INodeParameters, item: IDataObject): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	try {
		await runNode({ credentials: credentialsFor(sandbox), parameters, items: [item] });
		for (const [expression] of resolve.mock.calls) {
			const text = String(expression);
			if (text.startsWith('=')) counts.set(text, (counts.get(text) ?? 0) + 1);
		}
	} finally {
		resolve.mockRestore();
	}
	return counts;
}

const titles = casesFor(NO_IDS).map(({ name }, index) => [name, index] as const);

test.each(titles)(
	'n8n evaluates each expression of an operation once, and twice for each property of its name: %s (case %i)',
	async (_title, index) => {
		const { resource, operation, ...parameters } = casesFor(idsOf(sandbox))[index]!.parameters;
		const item: IDataObject = {};
		const expressions = asExpressions(parameters, item) as INodeParameters;
		const counts = await countEvaluations({ resource, operation, ...expressions }, item);
		const names = Object.keys(expressions).filter((name) => JSON.stringify(expressions[name]).includes('={{'));
		const most = names.map((name) => {
			const own = [...counts].filter(([text]) => JSON.stringify(expressions[name]).includes(text));
			return [name, Math.max(...own.map(([, count]) => count))];
		});
		const expected = names.map((name) => {
			const isExtra = PAIRS.test(JSON.stringify(expressions[name]));
			return [name, 1 + 2 * (REPEATED[name] ?? 1) + (isExtra ? 2 : 0)];
		});
		expect(most).toEqual(expected);
	},
);

test('only properties that differ have the same name', () => {
	const counts: Record<string, number> = {};
	for (const { name } of new MessagingIntegration().description.properties) counts[name] = (counts[name] ?? 0) + 1;
	delete counts.operation;
	const repeated = Object.entries(counts).filter(([, count]) => count > 1);
	expect(Object.fromEntries(repeated)).toEqual(REPEATED);
});
