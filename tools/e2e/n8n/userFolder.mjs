// n8n's user folders. They lie outside the repository: inside, the package would find the repository's n8n-workflow
// rather than that of n8n, and n8n would not recognize the package's errors as its own.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '../../scripts/run.mjs';
import { isAlive } from '../processes/processes.mjs';
import { packageName } from './package.mjs';

/** Returns the path of a folder that is kept between runs. */
export function keptFolder(name) {
	return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), packageName, name);
}

/** Creates an empty folder for temporary files, and returns its path. */
export function createTemporaryFolder(name) {
	return mkdtempSync(join(tmpdir(), `${packageName}-${name}-`));
}

/**
 * Reserves a user folder for this process, since two n8n processes would damage the database. Returns a function that
 * releases it.
 *
 * @throws {PlainError} if another process uses the folder
 */
export function lockFolder(folder) {
	const file = join(folder, 'running.pid');
	const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
	if (pid && isAlive(pid)) throw new PlainError(`Process ${pid} already uses ${folder}. Stop it first.`);
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, String(process.pid));
	return () => rmSync(file, { force: true });
}
