import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyProject, follow, readRecipe, revert, root } from './support/recipe';

const recipe = readRecipe(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'recipe-'));
	copyProject(folder);
	if (existsSync(join(folder, recipe[0]?.path ?? '')))
		for (const step of recipe) revert(step, folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Result {
	ok: boolean;
	output: string;
}

/** Runs one of the project's own tools in the copy. */
async function run(tool: string, ...args: string[]): Promise<Result> {
	const { JEST_WORKER_ID: _worker, NODE_OPTIONS: _options, ...env } = process.env;
	return await promisify(execFile)(process.execPath, [join('node_modules', tool), ...args], {
		cwd: folder,
		env,
		maxBuffer: 1e8,
	}).then(
		({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
		({ stdout, stderr }: { stdout: string; stderr: string }) => ({
			ok: false,
			output: stdout + stderr,
		}),
	);
}

const typeCheck = async () => await run('typescript/bin/tsc', '-p', 'tsconfig.dev.json');
/** Runs every operation in n8n's engine against the sandbox, and compares the node with the OpenAPI description and the README. */
const operations = async () =>
	await run('jest/bin/jest.js', '--no-cache', 'test/engine/input/operations');

test('the recipe "Add an operation" works when followed literally', async () => {
	expect(recipe.map(({ path }) => path)).toEqual([
		'nodes/MessagingIntegration/resources/instance/getLabels.ts',
		'nodes/MessagingIntegration/resources/instance/index.ts',
		'test/engine/support/cases.ts',
		'README.md',
	]);
	for (const step of recipe) follow(step, folder);
	const code = recipe.map(({ path }) => path).filter((path) => path.endsWith('.ts'));
	const [types, rules, format, tests] = await Promise.all([
		typeCheck(),
		run('eslint/bin/eslint.js', '--max-warnings', '0', ...code),
		run('prettier/bin/prettier.cjs', '--check', ...code),
		operations(),
	]);
	expect(types).toEqual({ ok: true, output: '' });
	expect(rules).toEqual({ ok: true, output: '' });
	expect(format).toMatchObject({ ok: true });
	expect(tests.output).toMatch(/✓ instance getLabels/);
	expect(tests).toMatchObject({ ok: true });
}, 240_000);

test.each(recipe.slice(1).map(({ path }, index) => [path, index + 1] as const))(
	'the recipe fails without the step for %s',
	async (_path, skipped) => {
		for (const [index, step] of recipe.entries()) if (index !== skipped) follow(step, folder);
		expect((await operations()).ok).toBe(false);
	},
	240_000,
);

test('a step cannot be followed twice, and can be reverted', () => {
	const before = recipe.slice(1).map(({ path }) => readFileSync(join(folder, path), 'utf8'));
	for (const step of recipe) follow(step, folder);
	const [operation] = recipe;
	if (!operation) throw new Error('The recipe has no step');
	expect(() => follow(operation, folder)).toThrow(/already exists/);
	for (const step of recipe) revert(step, folder);
	expect(recipe.slice(1).map(({ path }) => readFileSync(join(folder, path), 'utf8'))).toEqual(
		before,
	);
});

test.each([
	['are missing', '@@\n nothing like this\n+new'],
	['occur more than once', "@@\n \t\t\tresource: 'instance',\n+new"],
])('a change whose lines %s is an error', (_what, code) => {
	expect(() =>
		follow({ path: 'test/engine/support/cases.ts', kind: 'diff', code }, folder),
	).toThrow(/contains the lines to change/);
});
