import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../scripts/run.mjs';
import { freePort } from './ports.mjs';
import { startProcess, waitUntilReady } from './processes.mjs';

/** Starts the sandbox and returns its URLs, its test key and its control routes. */
export async function startSandbox({ folder, port, args = [] }) {
	const chosen = await freePort(port);
	const handle = startProcess({
		name: 'The sandbox',
		command: process.execPath,
		args: ['node_modules/tsx/dist/cli.mjs', 'sandbox/cli.ts', '--port', String(chosen), ...args],
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

	/** Sends a request to the simulated service. */
	async call(method, path, body) {
		return await send(method, `${this.baseUrl}${path}`, body, { authorization: `Bearer ${this.key}` });
	}

	/** All messages, whether wrapped or not. */
	async messages() {
		const answer = await this.control('GET', 'messages');
		return Array.isArray(answer) ? answer : (answer.messages ?? answer.data);
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
