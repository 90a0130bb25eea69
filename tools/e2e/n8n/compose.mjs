// What docs/ ships for operations, run as processes: the settings of docker-compose.yml and the proxy of nginx.conf.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { projectRoot } from '../../scripts/run.mjs';
import { installed } from '../processes/installed.mjs';
import { findFreePort } from '../processes/ports.mjs';
import { startProcess, waitUntilReady } from '../processes/processes.mjs';

const readDocument = (file) => readFileSync(join(projectRoot, 'docs', file), 'utf8');

/** Returns n8n's variables of docker-compose.yml, without those of its hosts, its secrets and its installation. */
export function composeSettings() {
	const { environment } = parse(readDocument('docker-compose.yml'))['x-n8n'];
	const ofContainers = /_(HOST|PORT|DATABASE|USER)$|^N8N_COMMUNITY_PACKAGES/;
	return Object.fromEntries(
		Object.entries(environment).filter(([name, value]) => !ofContainers.test(name) && !value.includes('${')),
	);
}

/**
 * Starts nginx with nginx.conf, without https, in front of webhook processes and a main process. Returns its `url`;
 * `upstreamStatuses()`: for each request, the statuses of the processes that it was given to, e.g. `['404', '200']`;
 * and `rotateWithout(webhook)`.
 *
 * @throws {PlainError} if nginx is not installed (on Debian: apt-get install nginx-light)
 */
export async function startProxy({ folder, main, webhooks }) {
	const port = await findFreePort();
	const hostOf = ({ url }) => new URL(url).host;
	const [firstWebhook, secondWebhook] = webhooks.map(hostOf);
	const server = readDocument('nginx.conf')
		.replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
		.replace(/^\s*ssl_.*$/gm, '')
		.replace('127.0.0.1:5679', firstWebhook)
		.replace('127.0.0.1:5680', secondWebhook)
		.replace('127.0.0.1:5678', hostOf(main));
	/** Without `down`, all webhook processes are asked. */
	const serverWithout = (down) => (down === undefined ? server : server.replace(`server ${hostOf(down)}`, '$& down'));
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(kind) => `${kind}_temp_path ${join(folder, kind)};`,
	);
	const accessLog = join(folder, 'nginx-access.log');
	const configuration = join(folder, 'nginx.conf');
	mkdirSync(folder, { recursive: true });
	const configure = (down) =>
		writeFileSync(
			configuration,
			`${userInfo().uid === 0 ? 'user root;' : ''}
daemon off;
pid ${join(folder, 'nginx.pid')};
events {}
http {
log_format statuses '$upstream_status';
access_log ${accessLog} statuses;
${temporary.join('\n')}
${serverWithout(down)}
}`,
		);
	configure();
	const handle = startProcess({
		name: 'nginx',
		command: installed('nginx', 'nginx-light'),
		args: ['-c', configuration, '-e', join(folder, 'nginx-error.log')],
		cwd: folder,
		env: process.env,
		logFile: join(folder, 'nginx.log'),
	});
	const url = `http://127.0.0.1:${port}`;
	await waitUntilReady(handle, async () => (await fetch(`${url}/healthz`)).ok);
	const upstreamStatuses = () =>
		readFileSync(accessLog, 'utf8')
			.trim()
			.split('\n')
			.map((line) => line.split(/[ ,:]+/));
	/** Takes a webhook process out of the rotation, or puts all of them into it. nginx needs a moment for it. */
	const rotateWithout = async (webhook) => {
		configure(webhook);
		handle.child.kill('SIGHUP');
		await sleep(1_000);
	};
	return { ...handle, url, upstreamStatuses, rotateWithout };
}
