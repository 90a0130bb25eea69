import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyProject, follow, readRecipe, root } from './support/recipe';

const recipe = readRecipe(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'recipe-'));
	copyProject(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
	ok: boolean;
	output: string;
}

/** Runs one of the project's own tools in the copy. */
async function run(tool: string, ...args: string[]): Promise<Ended> {
	const { JEST_WORKER_ID: _worker, NODE_OPTIONS: _options, ...env } = process.env;
	return await promisify(execFile)(process.execPath, [join('node_modules', tool), ...args], {
		cwd: folder,
		env,
		maxBuffer: 1e8,
	}).then(
		({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
		({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, output: stdout + stderr }),
	);
}

const typeCheck = async () => await run('typescript/bin/tsc', '-p', 'tsconfig.dev.json');
/** Every operation by n8n's own engine against the sandbox; node, OpenAPI description and README compared. */
const operations = async () => await run('jest/bin/jest.js', '--no-cache', 'test/engine/input/operations');

test('the recipe "add an operation" works to the letter', async () => {
	expect(recipe.map(({ path }) => path)).toEqual([
		'nodes/MessagingIntegration/resources/contact/getAll.ts',
		'nodes/MessagingIntegration/resources/contact/index.ts',
		'sandbox/openapi.yaml',
		'test/engine/support/cases.ts',
		'README.md',
	]);
	for (const step of recipe) follow(step, folder);
	const lint = ['--max-warnings', '0', 'nodes/MessagingIntegration/resources/contact'];
	const [types, rules, tests] = await Promise.all([typeCheck(), run('eslint/bin/eslint.js', ...lint), operations()]);
	expect(types).toEqual({ ok: true, output: '' });
	expect(rules).toEqual({ ok: true, output: '' });
	expect(tests.output).toMatch(/✓ contact getAll/);
	expect(tests).toMatchObject({ ok: true });
}, 240_000);

test.each(recipe.slice(1).map(({ path }, index) => [path, index + 1] as const))(
	'without the step for %s it does not',
	async (_path, left) => {
		for (const [index, step] of recipe.entries()) if (index !== left) follow(step, folder);
		expect((await operations()).ok).toBe(false);
	},
	240_000,
);

test('a change whose lines are not in the file is an error', () => {
	const [, step] = recipe;
	if (!step) throw new Error('no step');
	follow(step, folder);
	expect(() => follow(step, folder)).toThrow(/has the lines to be changed 0 times/);
});
