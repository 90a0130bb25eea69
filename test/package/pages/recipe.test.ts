import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { read } from '../../support/project';
import { copyProject, follow, readRecipe, revert } from './recipeProject';

const recipe = readRecipe(read('CONTRIBUTING.md'));

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'recipe-'));
	copyProject(folder);
	if (existsSync(join(folder, recipe[0]?.path ?? ''))) for (const step of recipe) revert(step, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(tool: string, ...args: string[]): Promise<{ ok: boolean; output: string }> {
	const { JEST_WORKER_ID: _worker, NODE_OPTIONS: _options, ...env } = process.env;
	const running = promisify(execFile)(process.execPath, [join('node_modules', tool), ...args], {
		cwd: folder,
		env,
		maxBuffer: 1e8,
	});
	return await running.then(
		({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
		({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, output: stdout + stderr }),
	);
}

/** Without FULL=1, only the tests of the new operation and of the tables, and no rules of style. */
const isFull = process.env.FULL === '1';
const testArgs = isFull
	? ['--no-cache', 'test/run/input/operations']
	: ['--verbose', 'test/run/input/operations', '-t', 'chat\\.react|in the (reference|README)'];
const styleChecks = [
	['eslint/bin/eslint.js', '--max-warnings', '0'],
	['prettier/bin/prettier.cjs', '--check'],
] as const;

test('the recipe "Add an operation" works when followed literally, and the errors contain its labels', async () => {
	expect(recipe.map(({ path }) => path)).toEqual([
		'nodes/MessagingIntegration/resources/chat/react.ts',
		'nodes/MessagingIntegration/resources/index.ts',
		'test/run/support/cases.ts',
		'docs/reference.md',
		'README.md',
	]);
	for (const step of recipe) follow(step, folder);
	const code = recipe.map(({ path }) => path).filter((path) => path.endsWith('.ts'));
	const [types, tests, ...styles] = await Promise.all([
		run('typescript/bin/tsc', '-p', 'tsconfig.dev.json'),
		run('jest/bin/jest.js', ...testArgs),
		...(isFull ? styleChecks.map(([tool, ...args]) => run(tool, ...args, ...code)) : []),
	]);
	expect(types).toEqual({ ok: true, output: '' });
	expect(styles.filter(({ ok }) => !ok)).toEqual([]);
	expect(tests.output).toMatch(/✓ chat\.react sends what the reference says/);
	expect(tests.output).toMatch(/✓ chat\.react chatId: .* is rejected as "Chat"/);
	expect(tests.output).toMatch(/✓ chat\.react reaction: .* is rejected as "Reaction"/);
	expect(tests).toMatchObject({ ok: true });
}, 240_000);
