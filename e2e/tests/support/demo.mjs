// A new demo for one test file.
import { join } from 'node:path';
import { startDemo } from '../../demo/demo.mjs';
import { createTemporaryFolder } from '../../n8n/userFolder.mjs';

/** The time that `before` needs for a demo, in ms. */
export const startTimeout = 240_000;

/** Starts a demo in an empty user folder, with further environment variables for n8n. Throws like `startDemo`. */
export async function startTestDemo(name, env = {}) {
	return await startDemo({
		userFolder: join(process.env.E2E_FOLDER ?? createTemporaryFolder('e2e'), name),
		env,
	});
}
