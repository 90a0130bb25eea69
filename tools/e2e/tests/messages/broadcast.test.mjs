import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../processes/polling.mjs';
import { DataTable } from '../../n8n/dataTable.mjs';
import { post } from '../../n8n/workflows.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { findNode, publishTemplate, readTemplate } from '../support/templates.mjs';
import { runToEnd, sentBodies } from '../support/workflows.mjs';

/** The template examples/broadcast.json: checks, statuses of rows, phone numbers without country code. */

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

const numbers = ['(11) 98765-4321', '11 98765-4321', '98765-4321', '011987654321'];

test('phone numbers without country code fail, nothing is sent to them, and the others get their message', async () => {
	await withTable([...numbers, '+55 11 98765-4321'], async (statuses) => {
		assert.equal((await runOnce(readTemplate('broadcast.json', noPause))).status, 'success');
		const problems = [
			/^failed: .*\(11\) 98765-4321" may lack its country code/,
			/^failed: .*"11 98765-4321" may lack its country code/,
			/^failed: .*"98765-4321" is too short for a country code/,
			/^failed: .*"011987654321" begins with 0, which no country code does/,
			/^sent$/,
		];
		for (const [index, status] of (await statuses()).entries()) assert.match(status, problems[index]);
		assert.deepEqual(await newRecipients(), ['5511987654321']);

		// After the credentials are completed, the failed rows are sent again on demand only.
		await setCountryCode('55');
		const template = readTemplate('broadcast.json', noPause);
		assert.equal((await runOnce(template)).status, 'success');
		assert.deepEqual(await newRecipients(), []);
		const retrying = readTemplate('broadcast.json', { ...noPause, retryFailed: true });
		assert.equal((await runOnce(retrying)).status, 'success');
		// Only the country code is added: the third number still lacks its area code.
		const completed = ['5511987654321', '5511987654321', '5511987654321'];
		assert.deepEqual(await newRecipients(), completed);
		const [first, second, third, ...others] = await statuses();
		assert.match(third, /^failed: .*"98765-4321" is too short/);
		assert.deepEqual([first, second, ...others], ['sent', 'sent', 'sent', 'sent']);
		await setCountryCode('');
	});
});

test('a message that may have been sent is unclear, and a retry of failed rows leaves it alone', async () => {
	await withTable(['+55 11 98765-0001', '+55 11 98765-0002'], async (statuses) => {
		const fault = { method: 'POST', path: '/messages', kind: 'resetAfterWork' };
		await demo.sandbox.control('POST', 'faults', fault);
		await runOnce(readTemplate('broadcast.json', noPause));
		assert.deepEqual(await newRecipients(), ['5511987650001', '5511987650002']);
		assert.match((await statuses())[0], /^unclear: The message may already have been sent/);
		assert.equal((await statuses())[1], 'sent');
		await runOnce(readTemplate('broadcast.json', { ...noPause, retryFailed: true }));
		assert.deepEqual(await newRecipients(), []);
	});
});

test('people on the opt-out list get no message, however their number is written', async () => {
	// The first run creates the list, if it is missing.
	await withTable([], async () => await runOnce(readTemplate('broadcast.json', noPause)));
	const list = await DataTable.find(demo.api, 'Opt-out list');
	const people = ['+5511987654321', '+12025550143', '77700011122233@lid', '+551187654399', '+541155550100'];
	await list.insert(...people.map((each) => ({ person: each, message: 'STOP' })));
	const phones = [
		'+55 (11) 98765-4321',
		'(11) 98765-4321',
		'0012025550143',
		'+55 11 98765-4399',
		'9 11 5555-0100',
		'77700011122233@lid',
		'5511987654321:2@s.whatsapp.net',
		'+12025550144',
		'',
	];
	await withTable(phones, async (statuses) => {
		assert.equal((await runOnce(readTemplate('broadcast.json', noPause))).status, 'success');
		const outcomes = await statuses();
		const [other, empty] = outcomes.splice(7);
		assert.deepEqual(outcomes, Array(7).fill('opted out'));
		assert.equal(other, 'sent');
		assert.match(empty, /^failed: /);
		assert.deepEqual(await newRecipients(), ['12025550144']);
	});
	await list.delete();
});

for (const [problem, instance, message] of [
	['is not chosen', () => undefined, /"Instance" is empty/],
	[
		'is not connected',
		async () => (await demo.sandbox.request('GET', '/instances?status=disconnected')).data[0].id,
		/^The instance is not connected \(status: disconnected\)/,
	],
]) {
	test(`if the instance ${problem}, the run fails before any row changes`, async () => {
		await withTable(['+55 11 98765-4321'], async (statuses) => {
			const template = readTemplate('broadcast.json', noPause);
			// An expression, so that the test does not choose an instance.
			const value = `=${(await instance()) ?? '{{ "" }}'}`;
			findNode(template, 'Check the instance').parameters.instanceId = {
				__rl: true,
				mode: 'id',
				value,
			};
			const { id, status } = await runOnce(template);
			assert.equal(status, 'error');
			assert.match((await demo.api.findError(id)).message, message);
			assert.deepEqual(await statuses(), ['']);
			assert.deepEqual(await newRecipients(), []);
		});
	});
}

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

test('rows that are deleted or get a status during the run are left out, and all others get their message', async () => {
	const phones = Array.from({ length: 6 }, (_, n) => `+55 11 98765-000${n + 1}`);
	const recipients = phones.map((phone) => phone.replace(/\D/g, ''));
	await withTable(phones, async (statuses, table) => {
		// The rate limit holds the third message back while its row is `sending`.
		const skip = 2;
		const fault = { method: 'POST', path: '/messages', kind: 'rateLimited', retryAfter: 5, skip };
		await demo.sandbox.control('POST', 'faults', fault);
		const { id, starts } = await publishTemplate(demo, readTemplate('broadcast.json', noPause));
		const ended = await runToEnd(demo, id, async () => {
			await post(starts.Start);
			await waitUntil(async () => (await statuses())[2] === 'sending', 'the third row');
			for (const phone of [phones[2], phones[3]]) await table.remove(['phone', phone]);
			await table.update(['phone', phones[4]], { status: 'later' });
		});
		await demo.api.unpublish(id);
		assert.equal(ended.status, 'success');
		assert.deepEqual(await statuses(), ['sent', 'sent', 'later', 'sent']);
		assert.deepEqual(
			await newRecipients(),
			[0, 1, 2, 5].map((n) => recipients[n]),
		);
	});
});
