import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Set();
let stopping = false;

/**
 * Starts a process in a process group of its own, so that stopping it also stops what it started.
 * Its output goes to a log file. `exited` resolves when it ends, for whatever reason.
 */
export function startProcess({ name, command, args, cwd, env, logFile }) {
	if (stopping) throw new Error(`${name} is not started any more: everything is being stopped.`);
	mkdirSync(dirname(logFile), { recursive: true });
	// Emptied at once: whoever reads it must not find what an earlier run wrote.
	writeFileSync(logFile, '');
	const log = createWriteStream(logFile, { flags: 'a' });
	const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });

	const exited = new Promise((resolve) => {
		child.once('error', (error) => resolve(`${name} could not be started: ${error.message}`));
		child.once('exit', (code, signal) => resolve(`${name} ended (${signal ?? `exit code ${code}`})`));
	});
	const handle = { name, child, exited, logFile, stop: () => stopProcess(handle), kill: () => killProcess(handle) };
	running.add(handle);
	void exited.then(() => {
		// What the process left in its group must not outlive it.
		signalGroup(child.pid, 'SIGKILL');
		running.delete(handle);
		log.end();
	});
	return handle;
}

async function stopProcess({ child, exited }) {
	signalGroup(child.pid, 'SIGTERM');
	const ended = await Promise.race([exited, sleep(10_000, false, { ref: false })]);
	if (!ended) signalGroup(child.pid, 'SIGKILL');
	await exited;
}

/** As a crash or a power cut would end it. */
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

/** Stops everything that was started, for good, and resolves when all of it has ended. */
export async function stopAll() {
	stopping = true;
	await Promise.all([...running].map((handle) => handle.stop()));
}

// The last resort, for an exit that nobody could wait for.
process.on('exit', () => {
	for (const { child } of running) signalGroup(child.pid, 'SIGKILL');
});
// Without a listener a signal ends Node before its `exit`; the demo has listeners of its own, the tests have none.
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
	process.once(signal, () => {
		if (process.listenerCount(signal) === 0) process.exit(code);
	});
}

/** Polls until `probe` gives a value; fails with the end of the log when the process ends first. */
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
