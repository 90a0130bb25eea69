// Builds dist/ if it is missing or was built from other sources (compared by content, not by date), and packs it as npm
// publishes it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

/**
 * Packs the built project in `source` and unpacks it into a folder, whose earlier contents are deleted.
 *
 * @throws if npm or tar fails
 */
export async function packAndUnpack(folder, source = projectRoot) {
	const scratch = await mkdtemp(join(tmpdir(), 'pack-'));
	try {
		const { stdout } = await promisify(execFile)(
			npm,
			['pack', '--json', '--ignore-scripts', '--pack-destination', scratch],
			{
				cwd: source,
			},
		);
		const [{ filename }] = JSON.parse(stdout);
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await promisify(execFile)('tar', ['-xzf', join(scratch, filename), '-C', folder, '--strip-components=1']);
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

if (isEntry(import.meta.url)) await main(async () => void (await ensureBuilt()));
