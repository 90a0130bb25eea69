// Long-running processes, such as n8n and the sandbox: none outlives this process.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Set();
let stopping = false;

/**
 * Starts a process in a new process group, so that stopping it also stops its children. Its output goes to `logFile`,
 * or to the terminal. Returns a handle: `stop()` and `kill()` resolve when the process has ended, which `stop()` forces
 * after `stopSeconds`; `exited` resolves with a sentence when it ends for any reason.
 *
 * @throws after `stopAll()`
 */
export function startProcess({ name, command, args, cwd, env, logFile, stopSeconds = 10 }) {
	if (stopping) throw new Error(`${name} was not started, because everything is being stopped.`);
	const output = logFile ? openLog(logFile) : 'inherit';
	const child = spawn(command, args, {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', output, output],
	});
	if (logFile) closeSync(output);

	const exited = new Promise((resolve) => {
		child.once('error', (error) => resolve(`${name} could not be started: ${error.message}`));
		child.once('exit', (code, signal) => resolve(`${name} ended (${signal ?? `exit code ${code}`})`));
	});
	const handle = {
		name,
		child,
		exited,
		logFile,
		stopSeconds,
		stop: () => stopProcess(handle),
		kill: () => killProcess(handle),
	};
	running.add(handle);
	void exited.then(() => {
		// Children must not outlive the process.
		signalGroup(child.pid, 'SIGKILL');
		running.delete(handle);
	});
	return handle;
}

function openLog(file) {
	mkdirSync(dirname(file), { recursive: true });
	// Emptied at once, so that readers do not see the log of an earlier run.
	return openSync(file, 'w');
}

async function stopProcess({ child, exited, stopSeconds }) {
	signalGroup(child.pid, 'SIGTERM');
	const ended = await Promise.race([exited, sleep(stopSeconds * 1000, false, { ref: false })]);
	if (!ended) signalGroup(child.pid, 'SIGKILL');
	await exited;
}

/** Kills the process like a crash or a power cut. */
async function killProcess({ child, exited }) {
	signalGroup(child.pid, 'SIGKILL');
	await exited;
}

function signalGroup(pid, signal) {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
}

/** Returns whether a process with this id exists. */
export function isAlive(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** Stops all started processes and resolves when they have ended. */
export async function stopAll() {
	stopping = true;
	await Promise.all([...running].map((handle) => handle.stop()));
}

// Last resort, for an exit that cannot wait.
process.on('exit', () => {
	for (const { child } of running) signalGroup(child.pid, 'SIGKILL');
});
// Without a listener, a signal ends Node before `exit`. The demo has its own listeners, the tests have none.
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
	process.once(signal, () => {
		if (process.listenerCount(signal) === 0) process.exit(code);
	});
}

/**
 * Polls until `probe` returns a truthy value, and returns it. An error of the probe means not ready yet.
 *
 * @throws with the end of the log, if the process ends first or `timeout` ms have passed
 */
export async function waitUntilReady(handle, probe, { timeout = 120_000 } = {}) {
	const deadline = Date.now() + timeout;
	let ended;
	void handle.exited.then((reason) => (ended = reason));
	for (;;) {
		const value = await probe().catch(() => undefined);
		if (value) return value;
		if (ended) throw new Error(`${ended} before it was ready.\n${endOfLog(handle)}`);
		if (Date.now() > deadline) {
			throw new Error(`${handle.name} was not ready after ${timeout / 1000} s.\n${endOfLog(handle)}`);
		}
		await sleep(200);
	}
}

function endOfLog({ logFile }) {
	return `The end of ${logFile}:\n${readFileSync(logFile, 'utf8').split('\n').slice(-25).join('\n')}`;
}
