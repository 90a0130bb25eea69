// `npm run test:e2e`: the packed package in a real n8n, against the sandbox, and in its editor.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { main, projectRoot, run } from './run.mjs';
import { setUpN8n, setUpRoot } from './setup.mjs';

await main(async () => {
	await setUpRoot();
	await setUpN8n();
	mkdirSync(join(projectRoot, 'reports'), { recursive: true });
	const tests = readdirSync(join(projectRoot, 'e2e', 'tests')).map((file) => join('e2e', 'tests', file));
	return await run(process.execPath, [
		'--test',
		// One n8n at a time: each takes half a gigabyte.
		'--test-concurrency=1',
		...['--test-reporter=spec', '--test-reporter-destination=stdout'],
		...['--test-reporter=tap', '--test-reporter-destination=reports/e2e.tap'],
		...tests,
	]);
});
