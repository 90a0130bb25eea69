import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../processes/polling.mjs';
import { DataTable } from '../../n8n/dataTable.mjs';
import { locator, post } from '../../n8n/workflows.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { findNode, publishTemplate, readTemplate } from '../support/templates.mjs';
import { failNext, runToEnd, sentBodies } from '../support/workflows.mjs';

/** The template examples/broadcast.json. */

const noPause = { shortestPause: 0, longestPause: 0 };
let demo;

setUpQuietDemo('broadcast', async (started) => {
	demo = started;
	await setCountryCode('');
});

/** Creates the table with a row per phone number, runs `work(statuses, table)`, and deletes the table. */
async function withTable(phones, work) {
	const table = await DataTable.create(demo.api, 'Broadcast recipients', ['phone', 'text', 'status']);
	await table.insert(...phones.map((phone) => ({ phone, text: 'Hello', status: null })));
	try {
		await work(async () => (await table.rows()).map(({ status }) => status ?? ''), table);
	} finally {
		await table.delete();
	}
}

/** Runs a template once, and returns its execution. */
async function runOnce(template) {
	const { id, starts } = await publishTemplate(demo, template);
	const execution = await runToEnd(demo, id, async () => await post(starts.Start));
	await demo.api.unpublish(id);
	return execution;
}

/** Returns the recipients of the messages that the service got since the last call, in order. */
let seen = 0;
async function newRecipients() {
	const sent = await sentBodies(demo);
	const recipients = sent.slice(seen).map(({ remoteJid }) => remoteJid);
	seen = sent.length;
	return recipients;
}

/** Sets the default country code of the credentials. */
async function setCountryCode(defaultCountryCode) {
	const { api, credentialData } = demo;
	await api.saveCredential({
		...credentialData,
		data: { ...credentialData.data, defaultCountryCode },
	});
}

test('each row gets its outcome, and a later run sends only what failed, and only on demand', async () => {
	// The first run creates the opt-out list.
	await withTable([], async () => await runOnce(readTemplate('broadcast.json', noPause)));
	const list = await DataTable.find(demo.api, 'Opt-out list');
	await list.insert({ person: '+12025550143', message: 'STOP' });
	const phones = ['+55 11 98765-4321', '(11) 98765-4322', '+55 11 98765-0001', '001 202 555 0143', ''];
	await withTable(phones, async (statuses) => {
		await failNext(demo, { kind: 'resetAfterWork', skip: 1 });
		assert.equal((await runOnce(readTemplate('broadcast.json', noPause))).status, 'success');
		const expected = [
			/^sent$/,
			/^failed: .*may lack its country code/,
			/^unclear: The message may already have been sent/,
			/^opted out$/,
			/^failed: /,
		];
		for (const [index, status] of (await statuses()).entries()) assert.match(status, expected[index]);
		assert.deepEqual(await newRecipients(), ['5511987654321', '5511987650001']);

		await setCountryCode('55');
		await runOnce(readTemplate('broadcast.json', noPause));
		assert.deepEqual(await newRecipients(), []);
		await runOnce(readTemplate('broadcast.json', { ...noPause, retryFailed: true }));
		assert.deepEqual(await newRecipients(), ['5511987654322']);
		await setCountryCode('');
	});
	await list.delete();
});

test('if the instance is not connected, the run fails before any row changes', async () => {
	await withTable(['+55 11 98765-4321'], async (statuses) => {
		const template = readTemplate('broadcast.json', noPause);
		const { data } = await demo.sandbox.request('GET', '/instances?status=disconnected');
		findNode(template, 'Check the instance').parameters.instanceId = locator(data[0].id);
		const { id, status } = await runOnce(template);
		assert.equal(status, 'error');
		assert.match((await demo.api.findError(id)).message, /^The instance is not connected \(status: disconnected\)/);
		assert.deepEqual(await statuses(), ['']);
		assert.deepEqual(await newRecipients(), []);
	});
});

test('a stopped run ends in its pause, and the next one sends to the rest once', async () => {
	const phones = ['+55 11 98765-0003', '+55 11 98765-0004', '+55 11 98765-0005'];
	await withTable(phones, async (statuses) => {
		const slow = readTemplate('broadcast.json', { shortestPause: 60, longestPause: 60 });
		const { id, starts } = await publishTemplate(demo, slow);
		await post(starts.Start);
		await waitUntil(async () => (await statuses())[0] === 'sent', 'the first message');
		const [{ id: execution }] = await demo.api.listExecutions(id);
		await demo.api.request('POST', `/executions/${execution}/stop`);
		await waitUntil(async () => (await demo.api.listExecutions(id))[0].status === 'canceled', 'the end of the run');
		await demo.api.unpublish(id);
		assert.deepEqual(await statuses(), ['sent', '', '']);
		await runOnce(readTemplate('broadcast.json', noPause));
		assert.deepEqual(await statuses(), ['sent', 'sent', 'sent']);
		assert.deepEqual(await newRecipients(), ['5511987650003', '5511987650004', '5511987650005']);
	});
});
