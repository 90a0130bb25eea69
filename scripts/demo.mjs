// `npm run demo`: the sandbox and a real n8n with this package in it, until Ctrl+C.
// `npm run demo -- --check`: one automatic round trip, exit code 0 or 1.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, PlainError, projectRoot } from './run.mjs';
import { setUpN8n, setUpRoot } from './setup.mjs';

const folder = join(projectRoot, '.demo');
const checkOnly = process.argv.includes('--check');
const started = Date.now();

function step(text) {
	console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);
}

await main(async () => {
	const unknown = process.argv.slice(2).find((argument) => argument !== '--check');
	if (unknown) throw new PlainError(`Unknown option ${unknown}. Usage: npm run demo [-- --check]`);

	await setUpRoot();
	await setUpN8n();

	// The check uses a separate user folder, so that it starts empty and can run beside a demo.
	const userFolder = join(folder, checkOnly ? 'check' : 'user');
	if (checkOnly) rmSync(userFolder, { recursive: true, force: true });
	const release = takeFolder(userFolder);

	const { startDemo } = await import('../e2e/demo.mjs');
	const { stopAll } = await import('../e2e/processes.mjs');
	const interrupted = onInterrupt();
	try {
		const work = async () => {
			const ports = checkOnly ? {} : { n8n: 5678, sandbox: 4010 };
			const demo = await startDemo({ userFolder, ports, step });
			return checkOnly ? await check(demo) : await stayUp(demo);
		};
		return await Promise.race([work(), interrupted]);
	} catch (error) {
		step(`Failed: ${error.message}`);
		return 1;
	} finally {
		await stopAll();
		release();
		step('Everything is stopped.');
	}
});
// An interrupted start may still have something pending.
process.exit();

/** One demo per user folder: two n8n processes would damage the database. */
function takeFolder(userFolder) {
	const file = join(userFolder, 'running.pid');
	const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
	if (pid && isAlive(pid)) {
		throw new PlainError(`A demo is already running in this folder (process ${pid}). Stop it first.`);
	}
	mkdirSync(userFolder, { recursive: true });
	writeFileSync(file, String(process.pid));
	return () => rmSync(file, { force: true });
}

function isAlive(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** Resolves with the exit code when the user or the parent process ends the demo. */
function onInterrupt() {
	return new Promise((resolve) => {
		process.on('SIGINT', () => resolve(checkOnly ? 130 : 0));
		process.on('SIGTERM', () => resolve(143));
		process.on('SIGHUP', () => resolve(129));
		// A killed npm cannot forward a signal, so its absence is detected instead.
		const npm = process.env.npm_lifecycle_event ? processOfNpm() : undefined;
		if (npm) setInterval(() => isAlive(npm) || resolve(129), 1000).unref();
	});
}

/** npm starts a script through a shell, which may remain in between. */
function processOfNpm() {
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

async function check(demo) {
	const { checkDeactivation, checkRoundTrip } = await import('../e2e/check.mjs');
	await checkRoundTrip({ ...demo, step });
	await checkDeactivation({ ...demo, step });
	step('The round trip works.');
	return 0;
}

async function stayUp({ n8n, sandbox, workflow }) {
	const { login } = await import('../e2e/demo.mjs');
	step('Ready.');
	console.log(`
  n8n        ${n8n.url}
  sign in    ${login.email}  /  ${login.password}
  workflow   ${n8n.url}/workflow/${workflow.id}
  sandbox    ${sandbox.url}  (its console: play an incoming message, watch the reply)

  Ctrl+C stops everything.
`);
	const reason = await Promise.race([n8n.exited, sandbox.exited]);
	throw new Error(`${reason}. The logs are in ${join(folder, 'user')}.`);
}
