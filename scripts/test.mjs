// `npm test`: everything that runs without the real n8n. Extra arguments go to jest.
import { main, run } from './run.mjs';
import { setUpRoot } from './setup.mjs';

const bin = (name) => `node_modules/${name}`;

const steps = [
	['Type check', [bin('typescript/bin/tsc'), '-p', 'tsconfig.dev.json']],
	['Format', [bin('prettier/bin/prettier.cjs'), '--check', '.']],
	['Lint', [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.']],
	['Tests', [bin('jest/bin/jest.js'), ...process.argv.slice(2)]],
];

await main(async () => {
	await setUpRoot();
	for (const [label, args] of steps) {
		const started = Date.now();
		console.log(`\n${label} …`);
		const code = await run(process.execPath, args);
		const seconds = ((Date.now() - started) / 1000).toFixed(1);
		if (code !== 0) {
			console.error(`\n${label} failed after ${seconds} s.`);
			return code;
		}
		console.log(`${label}: passed in ${seconds} s`);
	}
	return 0;
});
