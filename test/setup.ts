import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads these when it is loaded, so they are set before any test file is.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'n8n-'));
process.env.N8N_ENCRYPTION_KEY ??= 'a key for tests only';
process.env.N8N_LOG_LEVEL ??= 'silent';
