// Packs the package as npm publishes it.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm, projectRoot } from './run.mjs';

const execute = promisify(execFile);

/**
 * Packs the built project in `source` and unpacks it into a folder, whose earlier contents are deleted.
 *
 * @throws if npm or tar fails
 */
export async function packAndUnpack(folder, source = projectRoot) {
	const scratch = await mkdtemp(join(tmpdir(), 'pack-'));
	try {
		const { stdout } = await execute(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch], {
			cwd: source,
		});
		const [{ filename }] = JSON.parse(stdout);
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await execute('tar', ['-xzf', join(scratch, filename), '-C', folder, '--strip-components=1']);
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}
