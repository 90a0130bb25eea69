import { Expression, type IDataObject, type INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { casesFor } from '../support/cases';
import { idsOf, NO_IDS } from '../../support/ids';
import { runNode } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

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

test.each(titles)('n8n evaluates each expression of an operation once: %s (case %i)', async (_title, index) => {
	const { resource, operation, ...parameters } = casesFor(idsOf(sandbox))[index]!.parameters;
	const item: IDataObject = {};
	const expressions = asExpressions(parameters, item) as INodeParameters;
	const counts = await countEvaluations({ resource, operation, ...expressions }, item);
	expect(new Set(counts.values())).toEqual(new Set([1]));
});
