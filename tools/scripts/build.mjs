// Builds dist/ if it is missing or was built from other sources (compared by content, not by date).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntry, main, npm, PlainError, projectRoot, run } from './run.mjs';

const inputs = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'gulpfile.js',
	'tools/scripts/outputSchemas.cjs',
	'tools/sandbox/openapi.yaml',
	'README.md',
	'LICENSE.md',
];
const stamp = join(projectRoot, '.cache', 'built-from');

function hashOfSources() {
	const hash = createHash('sha256');
	for (const file of inputs.flatMap(listFiles))
		hash
			.update(file)
			.update('\0')
			.update(readFileSync(join(projectRoot, file)));
	return hash.digest('hex');
}

/** Lists a file, or the files in a folder and its subfolders. */
function listFiles(path) {
	if (!statSync(join(projectRoot, path)).isDirectory()) return [path];
	return readdirSync(join(projectRoot, path))
		.sort()
		.flatMap((name) => listFiles(join(path, name)));
}

/**
 * Builds dist/ unless it was built from these sources. Returns a hash of the sources.
 *
 * @throws {PlainError} if the build fails
 */
export async function ensureBuilt() {
	const hash = hashOfSources();
	const fresh =
		existsSync(join(projectRoot, 'dist', 'nodes')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
	if (fresh) return hash;
	if ((await run(npm, ['run', '--silent', 'build'])) !== 0) throw new PlainError('The build failed.');
	mkdirSync(join(projectRoot, '.cache'), { recursive: true });
	writeFileSync(stamp, hash);
	return hash;
}

if (isEntry(import.meta.url)) await main(async () => void (await ensureBuilt()));
