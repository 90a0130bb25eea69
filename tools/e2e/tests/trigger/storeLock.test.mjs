import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeForN8n } from '../../n8n/install.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { publishEcho } from '../support/echo.mjs';

/** One process with SQLite: the lock of n8n's store. `FULL=1`: 500 rounds. */

const rounds = process.env.FULL ? 500 : 50;
let demo;
setUpQuietDemo('storeLock', (started) => (demo = started));

test('one delivery that arrives three times at the same instant runs once', async () => {
	const echo = await publishEcho(demo);
	const numbers = Array.from({ length: rounds }, (_, n) => n);
	assert.deepEqual(await echo.deliverTwins([demo.n8n, demo.n8n, demo.n8n], numbers), []);
});

test('after a kill of n8n while it held the lock, the next delivery runs within six seconds', async () => {
	const echo = await publishEcho(demo);
	await echo.deliver(demo.n8n, 'before the kill');
	await echo.runs();
	// What the killed process leaves in the database.
	const held = createHash('md5').update('held').digest('base64');
	const value = JSON.stringify({ mode: 'messagingIntegrationLock', data: [held] });
	const insert = `new (require('node:sqlite').DatabaseSync)(process.argv[1])
		.prepare('insert into processed_data ("workflowId", context, value) values (?, ?, ?)')
		.run(process.argv[2], '', process.argv[3])`;
	const database = join(demo.userFolder, '.n8n', 'database.sqlite');
	execFileSync(nodeForN8n().binary, ['-e', insert, database, echo.id, value], { stdio: 'ignore' });
	await echo.deliver(demo.n8n, 'after the kill');
	assert.equal((await echo.runs()).get('after the kill'), 1);
	const [{ id }] = await demo.api.listExecutions(echo.id);
	const waited = await demo.api.readDuration(id, 'Event');
	assert.ok(waited > 4500 && waited < 6000, `${waited} ms`);
});
