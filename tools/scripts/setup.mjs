// Installs missing dependencies. Plain Node, because it runs before any dependency exists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntry, main, npm, PlainError, projectRoot, runWithProgress } from './run.mjs';

/**
 * Returns whether a folder's node_modules match its package-lock.json. npm writes `node_modules/.package-lock.json` as
 * the last step of an install, so a match means complete and current. Optional packages may be absent (other
 * platforms).
 */
export function isInstalled(folder) {
	try {
		const wanted = readPackages(join(folder, 'package-lock.json'));
		const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
		return Object.entries(wanted).every(
			([path, entry]) =>
				path === '' || installed[path]?.version === entry.version || (entry.optional && installed[path] === undefined),
		);
	} catch {
		return false;
	}
}

function readPackages(lockFile) {
	return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/**
 * Installs the dependencies for building and testing the package, unless they are installed.
 *
 * @throws {PlainError} if Node is too old or the installation fails
 */
export async function setUpRoot() {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < 20) throw new PlainError(`Node 20 or newer is needed; this is ${process.version}.`);
	if (isInstalled(projectRoot)) return;
	await runWithProgress('Installing dependencies', npm, ['ci', '--no-progress'], {
		advice: 'Is the npm registry reachable?',
	});
}

if (isEntry(import.meta.url)) await main(setUpRoot);
