import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpQuietDemo } from '../support/demo.mjs';
import { publishEcho } from '../support/echo.mjs';

/** One process with SQLite: the lock of n8n's store; `clusterLock` has a kill. `FULL=1`: 500 rounds. */

const rounds = process.env.FULL ? 500 : 50;
let demo;
setUpQuietDemo('storeLock', (started) => (demo = started));

test('one delivery that arrives three times at the same instant runs once', async () => {
	const echo = await publishEcho(demo);
	assert.deepEqual(await echo.deliverTwins([demo.n8n, demo.n8n, demo.n8n], [...Array(rounds).keys()]), []);
});
