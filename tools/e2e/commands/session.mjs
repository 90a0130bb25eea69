// What the commands with a real n8n share: printed steps, and an end that leaves nothing running.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { owner } from '../n8n/api.mjs';
import { createTemporaryFolder, keptFolder, lockFolder } from '../n8n/userFolder.mjs';
import { isAlive, stopAll } from '../processes/processes.mjs';

const started = Date.now();

/** Prints a step with the seconds since the start. */
export function printStep(text) {
	console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);
}

/** Prints where to find what a demo runs. */
export function printUrls({ n8n, sandbox, workflow, userFolder }) {
	console.log(`
  n8n        ${n8n.url}
  sign in    ${owner.email}  /  ${owner.password}
  workflow   ${n8n.url}/workflow/${workflow.id}
  sandbox    ${sandbox.url}  (its console: play an incoming message, watch the reply)
  logs       ${userFolder}

  Ctrl+C stops everything.
`);
}

/**
 * Runs `work(userFolder)` until it ends or a signal interrupts it, and stops all processes. With `keep`, the folder is
 * kept for the next run; otherwise it is new, and is removed unless `work` fails. Returns the exit code: that of `work`
 * (default 0), 1 if it fails, `codeForCtrlC` (default 0) or 128 + the signal's number.
 *
 * @throws {PlainError} if another process uses the folder
 */
export async function runSession({ name, keep = false, codeForCtrlC = 0 }, work) {
	const userFolder = keep ? keptFolder(name) : createTemporaryFolder(name);
	const unlock = lockFolder(userFolder);
	let failed = false;
	try {
		return await Promise.race([work(userFolder), waitForInterrupt(codeForCtrlC)]);
	} catch (error) {
		failed = true;
		printStep(`Failed: ${error.message}`);
		return 1;
	} finally {
		await stopAll();
		unlock();
		if (!keep && !failed) rmSync(userFolder, { recursive: true, force: true });
		printStep(`Everything is stopped.${failed ? ` The logs are in ${userFolder}.` : ''}`);
	}
}

/** Resolves with the exit code when the user or the parent process ends the command. */
function waitForInterrupt(codeForCtrlC) {
	return new Promise((resolve) => {
		process.on('SIGINT', () => resolve(codeForCtrlC));
		process.on('SIGTERM', () => resolve(143));
		process.on('SIGHUP', () => resolve(129));
		// A killed npm cannot forward a signal, so its absence is detected instead.
		const npm = process.env.npm_lifecycle_event ? findNpm() : undefined;
		if (npm) setInterval(() => isAlive(npm) || resolve(129), 1000).unref();
	});
}

/** Returns npm's process id. npm starts a script through a shell, which may remain in between. */
function findNpm() {
	try {
		const [parent, command] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(process.ppid)])
			.toString()
			.trim()
			.split(/\s+/);
		return command.endsWith('sh') ? Number(parent) : process.ppid;
	} catch {
		return undefined;
	}
}
