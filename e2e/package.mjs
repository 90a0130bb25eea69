import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../scripts/run.mjs';

const execute = promisify(execFile);

export const packageName = 'n8n-nodes-messaging-integration';

/** The node types' names in n8n. */
export const nodeType = `${packageName}.messagingIntegration`;
export const triggerType = `${packageName}.messagingIntegrationTrigger`;

/** Packs the built project as for npm and unpacks it into a folder. */
export async function packAndUnpack(folder) {
	const scratch = await mkdtemp(join(tmpdir(), 'pack-'));
	try {
		const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
		const { stdout } = await execute(
			npm,
			['pack', '--json', '--ignore-scripts', '--pack-destination', scratch],
			{ cwd: projectRoot },
		);
		const [{ filename }] = JSON.parse(stdout);
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await execute('tar', ['-xzf', join(scratch, filename), '-C', folder, '--strip-components=1']);
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

/** Installs the packed package into an n8n user folder, where n8n keeps community packages. */
export async function installInto(userFolder) {
	await packAndUnpack(join(userFolder, '.n8n', 'nodes', 'node_modules', packageName));
}
