import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../scripts/run.mjs';
import { freePort } from './ports.mjs';
import { startProcess, waitUntilReady } from './processes.mjs';

/** Starts the stand-in for the service and gives its addresses, its test key and its control routes. */
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

	/** A request to one of the sandbox's own control routes. */
	async control(method, route, body) {
		return await send(method, `${this.url}/_sandbox/${route}`, body);
	}

	/** A request to the service that the sandbox stands in for. */
	async call(method, path, body) {
		return await send(method, `${this.baseUrl}${path}`, body, { authorization: `Bearer ${this.key}` });
	}

	/** All messages, whatever list they come wrapped in. */
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
