import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for all files of the tests, which `globalTeardown` removes. */
export default function createFolder(): void {
	process.env.TEST_FOLDER = mkdtempSync(join(tmpdir(), 'messaging-integration-test-'));
}
