// Builds dist/ if it is missing or was built from other sources (compared by content, not by date).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntry, main, PlainError, projectRoot, run } from './run.mjs';

const inputs = ['nodes', 'credentials', 'icons', 'package.json', 'package-lock.json', 'tsconfig.json', 'gulpfile.js'];
const stamp = join(projectRoot, '.cache', 'built-from');

/** A hash of all sources of the published package. */
export function hashOfSources() {
	const hash = createHash('sha256');
	for (const input of [...inputs, 'README.md', 'LICENSE.md'].filter((name) => existsSync(join(projectRoot, name)))) {
		for (const file of filesUnder(input)) {
			hash.update(file).update('\0').update(readFileSync(join(projectRoot, file)));
		}
	}
	return hash.digest('hex');
}

function filesUnder(path) {
	const entries = /\.\w+$/.test(path) ? null : readdirSync(join(projectRoot, path), { withFileTypes: true });
	if (entries === null) return [path];
	return entries
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]));
}

/** Runs the build unless dist/ was built from these sources. */
export async function ensureBuilt() {
	const hash = hashOfSources();
	const fresh = existsSync(join(projectRoot, 'dist', 'nodes')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
	if (fresh) return hash;
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	if ((await run(npm, ['run', '--silent', 'build'])) !== 0) throw new PlainError('The build failed.');
	mkdirSync(join(projectRoot, '.cache'), { recursive: true });
	writeFileSync(stamp, hash);
	return hash;
}

if (isEntry(import.meta.url)) await main(async () => void (await ensureBuilt()));
