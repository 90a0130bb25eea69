import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import * as ts from 'typescript';
import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
import { MessagingIntegrationTrigger } from '../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import { root } from './support/recipe';

const text = readFileSync(join(root, 'docs/open-questions.md'), 'utf8');
const rows = text
	.split('\n')
	.filter((line) => /^\| \d/.test(line))
	.map((line) => line.replace(/^\| | \|$/g, '').split(' | '))
	.map((cells) => {
		const [id = '', question = '', handling = '', setting = '', proof = ''] = cells;
		return { id, question, handling, setting, proof, cells: cells.length };
	});

/** Names of all parameters, including those inside collections. */
function namesOf(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ name, options = [] }) => [
		name,
		...options.flatMap((option) => {
			if ('values' in option) return namesOf(option.values);
			return 'type' in option ? namesOf([option]) : [];
		}),
	]);
}

const parameters = new Set(
	[
		new MessagingIntegration().description,
		new MessagingIntegrationTrigger().description,
		new MessagingIntegrationApi(),
	].flatMap(({ properties }) => namesOf(properties)),
);

const backticked = (cell: string) =>
	[...cell.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner);

const cache = new Map<string, string[]>();

/** The titles of a file's tests, and the first text of each row of their tables, which is part of a title. */
function titlesIn(file: string): string[] {
	const known = cache.get(file);
	if (known) return known;
	const source = ts.createSourceFile(
		file,
		readFileSync(join(root, file), 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const titles: string[] = [];
	const visit = (node: ts.Node): void => {
		const first = ts.isCallExpression(node)
			? node.arguments[0]
			: ts.isArrayLiteralExpression(node)
				? node.elements[0]
				: undefined;
		const counts =
			ts.isArrayLiteralExpression(node) || (ts.isCallExpression(node) && isTest(node.expression));
		if (counts && first && ts.isStringLiteralLike(first)) titles.push(first.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	cache.set(file, titles);
	return titles;
}

/** `test(…)`, `it.each(…)(…)`, `describe(…)` and the like, but not skipped ones. */
function isTest(callee: ts.Expression): boolean {
	return /^(test|it|describe)(\.each\b|$)/.test(callee.getText());
}

test('each row has a unique ID that starts with a section', () => {
	const ids = rows.map(({ id }) => id);
	expect(ids.length).toBeGreaterThan(30);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.filter((id) => !/^[1-8](\.\d+)?(-[a-z\d]+)+$/.test(id))).toEqual([]);
});

test.each(rows)(
	'$id: its setting and its tests exist',
	({ question, handling, setting, proof, cells }) => {
		expect(cells).toBe(5);
		for (const cell of [question, handling, setting, proof]) expect(cell.trim()).not.toBe('');
		if (setting !== 'none needed') {
			expect(setting.replace(/`[^`]+`|[, ]/g, '')).toBe('');
			expect(backticked(setting)).not.toEqual([]);
			expect(backticked(setting).filter((name) => !parameters.has(name))).toEqual([]);
		}
		for (const named of proof.split('; ')) {
			const [, file = '', fragment = ''] = /^`([^`]+\.test\.ts)` › (.+)$/.exec(named) ?? [];
			expect([named, file !== '' && existsSync(join(root, file))]).toEqual([named, true]);
			expect([named, titlesIn(file).some((title) => title.includes(fragment))]).toEqual([
				named,
				true,
			]);
		}
	},
);
