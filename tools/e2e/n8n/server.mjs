// A real n8n.
import { join } from 'node:path';
import { findFreePort } from '../processes/ports.mjs';
import { startProcess, waitUntilReady } from '../processes/processes.mjs';
import { e2eFolder, environmentForN8n, nodeForN8n } from './install.mjs';

/**
 * Starts n8n (SQLite, loopback only) with a user folder, and resolves when it is ready. It sends no requests to the
 * internet and ignores the settings of the user's own n8n. `folder` is the one whose node_modules contain n8n, by
 * default this one. In queue mode, `role` can be 'worker' or 'webhook'. Returns the handle, with its `url`.
 *
 * @throws with the end of n8n's log, if n8n does not become ready
 */
export async function startN8n({ userFolder, port, env = {}, folder = e2eFolder, role = 'start' }) {
	const chosen = await findFreePort(port);
	const url = `http://127.0.0.1:${chosen}`;
	const handle = startProcess({
		name: 'n8n',
		command: nodeForN8n().binary,
		args: [entryIn(folder), role],
		cwd: userFolder,
		env: {
			...environmentWith(userFolder, folder),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_HOST: '127.0.0.1',
			N8N_PORT: String(chosen),
			// The port of a worker.
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(chosen),
			N8N_EDITOR_BASE_URL: url,
			WEBHOOK_URL: url,
			N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
			...env,
		},
		// As long as n8n gives its executions, and a little longer, like `stop_grace_period` of docker-compose.yml.
		stopSeconds: Number(env.N8N_GRACEFUL_SHUTDOWN_TIMEOUT ?? 0) + 10,
		logFile: join(userFolder, role === 'start' ? 'n8n.log' : `n8n-${role}-${chosen}.log`),
	});
	// Older versions report that they are ready before they serve the REST API.
	const paths = ['healthz/readiness', ...(role === 'start' ? ['rest/settings'] : [])];
	for (const path of paths) await waitUntilReady(handle, async () => (await fetch(`${url}/${path}`)).ok);
	return { ...handle, url };
}

function entryIn(folder) {
	return join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

/** Returns the variables that n8n's server and its commands share. */
function environmentWith(userFolder, folder) {
	return {
		...withoutN8nSettings(environmentForN8n()),
		N8N_USER_FOLDER: userFolder,
		// Fixed, so that a second run can read the credentials of the first.
		N8N_ENCRYPTION_KEY: 'only-for-the-sandbox',
		N8N_LOG_LEVEL: process.env.N8N_LOG_LEVEL ?? 'info',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_ONBOARDING_FLOW_DISABLED: 'true',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		// Older versions reject the name of a module that they do not have.
		...(folder === e2eFolder
			? { N8N_DISABLED_MODULES: 'mcp-registry' }
			: // With files in memory, webhooks of n8n 1 respond with JSON instead of the file.
				{ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' }),
		// The editor is served over plain http here.
		N8N_SECURE_COOKIE: 'false',
	};
}

function withoutN8nSettings(env) {
	const foreign = /^(N8N|DB|QUEUE|EXECUTIONS|WEBHOOK|GENERIC|NODE_FUNCTION|npm)_/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}
