// The sandbox in a separate process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/run.mjs';
import { findFreePort } from '../processes/ports.mjs';
import { startProcess, waitUntilReady } from '../processes/processes.mjs';

/**
 * Starts the sandbox with a dialect and with its log in `folder`. Returns a client of it, with its `url`, the service's
 * `baseUrl`, the test `key`, and the handle of its process. The methods of the client throw for a response with a
 * status of 400 or more.
 *
 * @throws with the end of the log, if the sandbox does not become ready
 */
export async function startSandbox({ folder, port, dialect = 'documented' }) {
	const chosen = await findFreePort(port);
	const handle = startProcess({
		name: 'The sandbox',
		command: process.execPath,
		args: ['node_modules/tsx/dist/cli.mjs', 'tools/sandbox/cli.ts', '--port', String(chosen), '--dialect', dialect],
		cwd: projectRoot,
		env: process.env,
		logFile: join(folder, 'sandbox.log'),
	});
	const url = await waitUntilReady(
		handle,
		async () => /^Sandbox ready: (\S+)/m.exec(readFileSync(handle.logFile, 'utf8'))?.[1],
	);
	const sandbox = new Sandbox(url);
	const { keys } = await sandbox.control('GET', 'state');
	return Object.assign(sandbox, handle, { key: keys.test });
}

class Sandbox {
	constructor(url) {
		this.url = url;
		this.baseUrl = `${url}/api/v2`;
	}

	/** Sends a request to a control route of the sandbox. */
	async control(method, route, body) {
		return await send(method, `${this.url}/_sandbox/${route}`, body);
	}

	/** Sends a request to the simulated service, with the test key. */
	async request(method, path, body) {
		return await send(method, `${this.baseUrl}${path}`, body, {
			authorization: `Bearer ${this.key}`,
		});
	}
}

async function send(method, url, body, headers = {}) {
	const response = await fetch(url, {
		method,
		headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`Sandbox: ${method} ${url} → ${response.status} ${text.slice(0, 300)}`);
	return text === '' ? {} : JSON.parse(text);
}
