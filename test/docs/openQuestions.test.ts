import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import * as ts from 'typescript';
import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';
import { MessagingIntegration } from '../../nodes/MessagingIntegration/MessagingIntegration.node';
import { MessagingIntegrationTrigger } from '../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import { root } from './support/recipe';

/** Every "not shown" of the service's reference, each field and code by itself; the reference is not part of the project. */
const NOT_SHOWN = [
	'2.1-presence',
	'2.5-business',
	'2.6-details',
	'2.7-group',
	'2.8-chat',
	'2.9-type',
	'2.9-status',
	'2.9-content',
	'3-transitions',
	'3-connect',
	'3-pair',
	'3-disconnect',
	'3-message-status',
	'3-message-transitions',
	'4-group-id',
	'4-webhook-id',
	'4-required',
	'4-success-status',
	'4.2-ttl',
	'4.6-parameters',
	'4.8-answer',
	'4.9-answer',
	'4.10-answer',
	'4.11-answer',
	'4.12-answer',
	'4.13-answer',
	'4.12-lifetime',
	'4.14-chat',
	'4.14-page-size',
	'4.14-others',
	'4.15-parameters',
	'4.15-answer',
	'4.16-parameters',
	'4.16-answer',
	'4.19-instance-body',
	'4.19-instance-answer',
	'4.19-message-body',
	'4.19-message-answer',
	'4.19-chats-parameters',
	'4.19-chats-answer',
	'4.19-group-body',
	'4.19-group-answer',
	'4.19-webhook-body',
	'4.19-webhook-answer',
	'5-lifetime',
	'5-permissions',
	'6-names',
	'6-payload',
	'6-signing',
	'6-signature-header',
	'6-retry-count',
	'6-retry-schedule',
	'7-validation-code',
	'7-validation-status',
	'7-missing-code',
	'7-missing-status',
	'7-conflict-code',
	'7-conflict-status',
	'8-body',
	'8-participants',
	'8-media',
	'8-webhooks',
];

/** What it does not call so, but does not state either, or states in two ways. */
const NOT_STATED = [
	'1-endpoints',
	'1-contacts',
	'1-development',
	'2.3-base64',
	'2.9-timestamp',
	'2.10-readable',
	'4-wrapping',
	'4-remove-webhook',
	'4.3-code',
	'4.9-number',
	'4.12-unit',
	'4.14-instance',
	'5-jwt',
	'6-delivery-id',
	'8-reset',
	'8-window',
	'8-missing-headers',
];

const text = readFileSync(join(root, 'docs/open-questions.md'), 'utf8');
const rows = text
	.split('\n')
	.filter((line) => /^\| \d/.test(line))
	.map((line) => line.replace(/^\| | \|$/g, '').split(' | '))
	.map((cells) => {
		const [id = '', question = '', copes = '', setting = '', proof = ''] = cells;
		return { id, question, copes, setting, proof, cells: cells.length };
	});

/** Names of all parameters, those inside collections included. */
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
	[new MessagingIntegration().description, new MessagingIntegrationTrigger().description, new MessagingIntegrationApi()].flatMap(
		({ properties }) => namesOf(properties),
	),
);

const backticked = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner);

const cache = new Map<string, string[]>();

/** Titles of a file's tests, and the first text of each row of its tables, which are titles, too. */
function titlesIn(file: string): string[] {
	const known = cache.get(file);
	if (known) return known;
	const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
	const titles: string[] = [];
	const visit = (node: ts.Node): void => {
		const first = ts.isCallExpression(node) ? node.arguments[0] : ts.isArrayLiteralExpression(node) ? node.elements[0] : undefined;
		const counts = ts.isArrayLiteralExpression(node) || (ts.isCallExpression(node) && isTest(node.expression));
		if (counts && first && ts.isStringLiteralLike(first)) titles.push(first.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	cache.set(file, titles);
	return titles;
}

/** `test(…)`, `it.each(…)(…)`, `describe(…)` and their like; not those that are skipped. */
function isTest(callee: ts.Expression): boolean {
	return /^(test|it|describe)(\.each\b|$)/.test(callee.getText());
}

test('every question of the reference has one row, and there is no other row', () => {
	expect(rows.map(({ id }) => id)).toEqual([...NOT_SHOWN, ...NOT_STATED]);
	expect(NOT_SHOWN.length).toBeGreaterThan(30);
});

test.each(rows)('$id: its setting and its tests exist', ({ question, copes, setting, proof, cells }) => {
	expect(cells).toBe(5);
	for (const cell of [question, copes, setting, proof]) expect(cell.trim()).not.toBe('');
	if (setting !== 'none needed') {
		expect(setting.replace(/`[^`]+`|[, ]/g, '')).toBe('');
		expect(backticked(setting)).not.toEqual([]);
		expect(backticked(setting).filter((name) => !parameters.has(name))).toEqual([]);
	}
	for (const named of proof.split('; ')) {
		const [, file = '', fragment = ''] = /^`([^`]+\.test\.ts)` › (.+)$/.exec(named) ?? [];
		expect([named, file !== '' && existsSync(join(root, file))]).toEqual([named, true]);
		expect([named, titlesIn(file).some((title) => title.includes(fragment))]).toEqual([named, true]);
	}
});
