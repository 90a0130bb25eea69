// A new demo for one test file.
import { join } from 'node:path';
import { after, before } from 'node:test';
import { startDemo } from '../../demo/demo.mjs';
import { createTemporaryFolder } from '../../n8n/userFolder.mjs';
import { stopAll } from '../../processes/processes.mjs';

/** The time that `before` needs for a demo, in ms. */
export const startTimeout = 240_000;

/**
 * Starts a demo in an empty user folder, with further environment variables for n8n, and the folder with n8n if it is
 * another one than tools/e2e/. Throws like `startDemo`.
 */
export async function startTestDemo(name, env = {}, n8nFolder) {
	return await startDemo({ userFolder: testFolder(name), env, n8nFolder });
}

/**
 * Before the tests of a file, starts a demo whose own workflow does not reply to the messages of the tests, without a
 * rate limit, and calls `ready` with it. Stops it after them.
 */
export function setUpQuietDemo(name, ready) {
	before(
		async () => {
			const demo = await startTestDemo(name);
			await demo.api.unpublish(demo.workflow.id);
			await demo.sandbox.control('POST', 'rate', { tier: 'none' });
			await ready(demo);
		},
		{ timeout: startTimeout },
	);
	after(stopAll);
}

/** Returns the path of a folder for one test file, or for one n8n in it. */
export function testFolder(name) {
	return join(process.env.E2E_FOLDER ?? createTemporaryFolder('e2e'), name);
}
