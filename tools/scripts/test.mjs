// `npm test`: everything that runs without the real n8n. Extra arguments go to jest. The static checks run beside jest.
import { execFile } from 'node:child_process';
import { main, projectRoot, run } from './run.mjs';
import { setUpRoot } from './setup.mjs';

const bin = (name) => `node_modules/${name}`;

const checks = [
	['Type check', [bin('typescript/bin/tsc'), '-p', 'test']],
	[
		'Format',
		[bin('prettier/bin/prettier.cjs'), '--check', '**/*.{ts,mjs,cjs,js,json,css,html}', '!**/package-lock.json'],
	],
	['Lint', [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.']],
];

/** Runs a check, and prints its output only if it fails. Returns whether it passed. */
function passes([label, args]) {
	const started = Date.now();
	return new Promise((resolve) => {
		execFile(process.execPath, args, { cwd: projectRoot }, (error, stdout, stderr) => {
			const seconds = ((Date.now() - started) / 1000).toFixed(1);
			console.log(`${label}: ${error ? 'failed' : 'passed'} after ${seconds} s`);
			if (error) console.error(stdout + stderr);
			resolve(!error);
		});
	});
}

const usage = `Usage: npm test [-- OPTIONS]

Checks types, format and lint, and runs all tests that need no n8n. Options and paths, such as test/trigger, go to jest.`;

await main(async () => {
	if (process.argv.includes('--help')) return console.log(usage);
	await setUpRoot();
	const jest = run(process.execPath, [bin('jest/bin/jest.js'), ...process.argv.slice(2)]);
	const failed = [];
	for (const check of checks) if (!(await passes(check))) failed.push(check[0]);
	const code = await jest;
	// Again at the end, because jest's output hides what came before.
	if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
	return failed.length > 0 ? 1 : code;
});
