// Other versions of n8n than the one under tools/e2e/, kept outside the repository for the next run.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, runWithProgress } from '../../scripts/run.mjs';
import { isInstalled } from '../../scripts/setup.mjs';
import { compileSqlite, installFlags } from './install.mjs';
import { keptFolder } from './userFolder.mjs';

/**
 * xlsx would come from a host other than the registry; newer versions of the other one do not fit n8n's older
 * @langchain/core.
 */
const overrides = { xlsx: '0.18.5', '@langchain/langgraph-checkpoint': '1.0.0' };

/**
 * Installs a version of n8n from npm, unless it is installed. Returns the folder whose node_modules contain it.
 *
 * @throws {PlainError} without Node 24, or if the installation fails
 */
export async function setUpN8nVersion(version) {
	const folder = keptFolder(`n8n-${version}`);
	const manifest = join(folder, 'package.json');
	const wanted = JSON.stringify({ private: true, dependencies: { n8n: version }, overrides });
	const isCurrent = existsSync(manifest) && readFileSync(manifest, 'utf8') === wanted;
	if (!isCurrent || !isInstalled(folder)) {
		mkdirSync(folder, { recursive: true });
		rmSync(join(folder, 'package-lock.json'), { force: true });
		writeFileSync(manifest, wanted);
		await runWithProgress(`Installing n8n ${version}`, npm, ['install', ...installFlags], {
			cwd: folder,
			advice: 'Is the npm registry reachable, and is there enough disk space (1.4 GB)?',
		});
	}
	await compileSqlite(folder);
	return folder;
}
