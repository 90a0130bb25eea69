// n8n in queue mode: a main process, workers and webhook processes, with Redis and PostgreSQL on loopback and
// throw-away data.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { installed } from '../processes/installed.mjs';
import { findFreePort } from '../processes/ports.mjs';
import { startProcess, waitUntilReady } from '../processes/processes.mjs';

/** The settings of queue mode, besides hosts and ports; docs/docker-compose.yml has the same. */
export const queueSettings = {
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_POOL_SIZE: '10',
};

/**
 * Starts Redis and PostgreSQL. Returns the environment variables that make n8n use them, and `remove()` for their data,
 * to be called when everything is stopped.
 *
 * @throws {PlainError} if one of them is not installed (on Debian: apt-get install redis-server postgresql)
 */
export async function startStores(userFolder) {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-cluster-'));
	const [redis, postgres] = await Promise.all([startRedis(folder, userFolder), startPostgres(folder, userFolder)]);
	return {
		env: {
			...queueSettings,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis),
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgres),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

async function startRedis(folder, userFolder) {
	const port = await findFreePort();
	const handle = startProcess({
		name: 'Redis',
		command: installed('redis-server'),
		args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
		cwd: folder,
		env: process.env,
		logFile: join(userFolder, 'redis.log'),
	});
	await waitUntilReady(handle, async () => await isOpen(port));
	return port;
}

async function startPostgres(folder, userFolder) {
	const bin = postgresFolder();
	const data = join(folder, 'postgres');
	const port = await findFreePort();
	// PostgreSQL refuses to run as root.
	const isRoot = userInfo().uid === 0;
	const asUser = (command, args) =>
		isRoot
			? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]]
			: [command, args];
	if (isRoot) {
		const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
		chownSync(folder, uid, gid);
	}
	const initialize = ['-D', data, '-U', 'n8n', '--auth=trust', '--encoding=UTF8', '--no-sync'];
	execFileSync(...asUser(join(bin, 'initdb'), initialize), { cwd: folder, stdio: 'ignore' });
	const [command, args] = asUser(join(bin, 'postgres'), [
		'-D',
		data,
		'-p',
		String(port),
		'-k',
		folder,
		'-c',
		'listen_addresses=127.0.0.1',
		'-c',
		'fsync=off',
	]);
	const handle = startProcess({
		name: 'PostgreSQL',
		command,
		args,
		cwd: folder,
		env: process.env,
		logFile: join(userFolder, 'postgres.log'),
	});
	const probe = ['-h', '127.0.0.1', '-p', String(port), '-q'];
	await waitUntilReady(handle, async () => {
		execFileSync(join(bin, 'pg_isready'), probe);
		return true;
	});
	return port;
}

async function isOpen(port) {
	const { connect } = await import('node:net');
	return await new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1' });
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}

/** Returns the folder with PostgreSQL's programs, which Debian keeps off the path. */
function postgresFolder() {
	const root = '/usr/lib/postgresql';
	const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
	return versions.length > 0 ? join(root, versions[0], 'bin') : join(installed('initdb', 'postgresql'), '..');
}
