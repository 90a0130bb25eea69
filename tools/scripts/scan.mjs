// `npm run scan`: n8n's own package scanner, on the source and on the package to publish.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, packAndUnpack } from './build.mjs';
import { main, projectRoot } from './run.mjs';
import { setUpRoot } from './setup.mjs';

const published = ['**/*.js', 'package.json'];

await main(async () => {
	await setUpRoot();
	await ensureBuilt();
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import('@n8n/scan-community-package/scanner/scanner.mjs');

	const scratch = await mkdtemp(join(tmpdir(), 'scan-'));
	try {
		// A copy, like a downloaded package: some rules look outside the package.
		const source = join(scratch, 'source');
		const excluded = ['node_modules', '.git', '.cache', 'tools/e2e'];
		await cp(projectRoot, source, {
			recursive: true,
			filter: (path) => !excluded.some((name) => path === join(projectRoot, name)),
		});
		const tarball = join(scratch, 'package');
		await packAndUnpack(tarball);

		const results = [
			['source', await analyzePackage(source, SOURCE_FILE_PATTERNS)],
			['published package', await analyzePackage(tarball, published)],
		];
		for (const [what, { passed, message, details }] of results) {
			console.log(`${passed ? 'passed' : 'FAILED'}  ${what}${message ? `: ${message}` : ''}`);
			if (details) console.log(details);
		}
		return results.every(([, { passed }]) => passed) ? 0 : 1;
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
});
