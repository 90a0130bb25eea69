// `npm run test:e2e`: the packed package in a real n8n, against the sandbox, and in its editor.
// Arguments: names of tests, such as `editor`, or of their folders; default: all.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { main, PlainError, projectRoot, run } from '../../scripts/run.mjs';
import { setUpRoot } from '../../scripts/setup.mjs';
import { setUpN8n } from '../n8n/install.mjs';
import { createTemporaryFolder } from '../n8n/userFolder.mjs';

const folderOfTests = join('tools', 'e2e', 'tests');
const suffix = '.test.mjs';

await main(async () => {
	const files = readdirSync(join(projectRoot, folderOfTests), { recursive: true }).filter((file) =>
		file.endsWith(suffix),
	);
	const nameOf = (file) => basename(file, suffix);
	const all = files.map(nameOf).sort();
	const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;
	const known = [...all, ...files.map(dirname)];
	for (const name of chosen) if (!known.includes(name)) throw new PlainError(`No test ${name}: ${all.join(', ')}`);
	// `cluster` includes `clusterBroadcast`.
	const isChosen = (file) => chosen.some((each) => nameOf(file).startsWith(each) || dirname(file) === each);

	await setUpRoot();
	await setUpN8n();
	mkdirSync(join(projectRoot, 'reports'), { recursive: true });
	const folder = createTemporaryFolder('e2e');
	const args = [
		'--test',
		// One n8n at a time: each takes half a gigabyte.
		'--test-concurrency=1',
		'--test-reporter=spec',
		'--test-reporter-destination=stdout',
		'--test-reporter=tap',
		'--test-reporter-destination=reports/e2e.tap',
		...files.filter(isChosen).map((file) => join(folderOfTests, file)),
	];
	const code = await run(process.execPath, args, { env: { ...process.env, E2E_FOLDER: folder } });
	if (code === 0) rmSync(folder, { recursive: true, force: true });
	else console.error(`\nThe logs of n8n and the sandbox are in ${folder}.`);
	return code;
});
