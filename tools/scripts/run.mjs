// What all scripts share: running commands, and errors for the user at the terminal.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** An error for the user at the terminal: printed without a stack. */
export class PlainError extends Error {}

/**
 * Runs a command in the foreground with its output, and returns its exit code. Rejects if the command cannot be
 * started.
 */
export function run(command, args, { cwd = projectRoot, env = process.env } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
		const release = passSignals((signal) => child.kill(signal));
		child.on('error', reject);
		child.on('exit', (code, signal) => {
			release();
			resolve(signal ? 1 : code);
		});
	});
}

/** While a child runs, signals to this process end the child instead, so that none is left behind. */
function passSignals(pass) {
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, pass);
	return () => signals.forEach((signal) => process.off(signal, pass));
}

/**
 * Runs a long command quietly: its output goes to a log file, a line with the elapsed time is
 * printed every few seconds, and only a failure shows the end of the log.
 *
 * @throws {PlainError} with `advice`, if the exit code is not 0
 */
export async function runWithProgress(label, command, args, { cwd = projectRoot, env, advice = '' } = {}) {
	const log = join(projectRoot, '.cache', `${label.replace(/\W+/g, '-').toLowerCase()}.log`);
	mkdirSync(dirname(log), { recursive: true });
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;

	console.log(`${label} …`);
	const ticker = setInterval(() => console.log(`  … ${label}: ${elapsed()}`), 5000);
	try {
		const code = await new Promise((resolve, reject) => {
			const child = spawn(command, args, {
				cwd,
				env: env ?? process.env,
				stdio: ['ignore', 'pipe', 'pipe'],
				// A new process group, so that compilers started by npm end with it.
				detached: true,
			});
			const release = passSignals((signal) => process.kill(-child.pid, signal));
			const file = createWriteStream(log);
			child.stdout.pipe(file, { end: false });
			child.stderr.pipe(file, { end: false });
			child.on('error', reject);
			child.on('close', (exitCode) => {
				release();
				file.end(() => resolve(exitCode ?? 1));
			});
		});
		if (code !== 0) {
			throw new PlainError(
				`${label} failed after ${elapsed()} (exit code ${code}). ${advice}\nFrom ${log}:\n${shorten(readFileSync(log, 'utf8'))}`,
			);
		}
	} finally {
		clearInterval(ticker);
	}
	console.log(`  ${label}: done in ${elapsed()}`);
}

/** npm reports the cause first and the compiler last, so both ends of a log matter. */
function shorten(log) {
	const lines = log
		.trimEnd()
		.split('\n')
		.filter((line) => !line.startsWith('npm warn'));
	return lines.length <= 30 ? lines.join('\n') : [...lines.slice(0, 10), '…', ...lines.slice(-20)].join('\n');
}

/** Runs the main function of a script, which returns the exit code; a PlainError ends it with its message. */
export async function main(work) {
	try {
		process.exitCode = (await work()) ?? 0;
	} catch (error) {
		console.error(error instanceof PlainError ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
}

/** Returns whether the file was started directly (`node tools/scripts/x.mjs`) rather than imported. */
export function isEntry(moduleUrl) {
	return process.argv[1] !== undefined && fileURLToPath(moduleUrl) === process.argv[1];
}
