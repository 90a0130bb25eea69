import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { e2eFolder } from '../../n8n/install.mjs';
import { setUpN8nVersion } from '../../n8n/otherVersions.mjs';
import { credentialType, nodeType, triggerType } from '../../n8n/package.mjs';
import { locator, runNode } from '../../n8n/workflows.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { chat } from '../support/sendAndWait.mjs';
import { startTriggerDemo, waitForRuns } from '../support/trigger.mjs';
import { anInstance, sentTexts } from '../support/workflows.mjs';

/** The packed package in the newest n8n, in the first 2.x and in the last 1.x, or in those of N8N_VERSIONS. */

const newest = versionIn(e2eFolder);

after(async () => {
	await stopAll();
});

function versionIn(folder) {
	const manifest = join(folder, 'node_modules', 'n8n', 'package.json');
	return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

const versions = process.env.N8N_VERSIONS?.split(',') ?? [newest, '2.0.0', '1.123.81'];
for (const version of versions) {
	describe(`n8n ${version}`, () => testVersion(version));
}

function testVersion(version) {
	let demo;
	let message;

	const run = async (parameters, more = {}) => await runNode({ ...demo, ...more, parameters });
	const replies = async () => (await sentTexts(demo)).filter((text) => text === 'You said: Once');

	after(async () => {
		await demo?.n8n.stop();
		await demo?.sandbox.stop();
	});

	test('starts with the package, and loads both nodes and the credentials', async () => {
		const folder = version === newest ? undefined : await setUpN8nVersion(version);
		demo = await startTriggerDemo(`versions-${version}`, folder);
		assert.equal((await demo.api.request('GET', '/settings')).versionCli, version);
		const loaded = [...(await demo.api.listTypes('nodes')), ...(await demo.api.listTypes('credentials'))];
		for (const type of [nodeType, triggerType, credentialType])
			assert.ok(
				loaded.some(({ name }) => name === type),
				type,
			);
	});

	test('accepts the right key and explains why it rejects a wrong one', async () => {
		const tested = async (data) =>
			await demo.api.testCredential({
				...demo.credentialData,
				...demo.credential,
				data: { ...demo.credentialData.data, ...data },
			});
		assert.equal((await tested({})).status, 'OK');
		const { status, message: sentence } = await tested({ apiKey: 'sk_test_unknown' });
		assert.equal(status, 'Error');
		// Older versions do not know the status of the response at this point, and show a sentence of their own.
		assert.match(sentence, version === newest ? /API key/ : /credentials/);
	});

	test('lists the instances', async () => {
		const { items, error } = await run({
			resource: 'instance',
			operation: 'getAll',
			returnAll: true,
		});
		assert.equal(error, undefined, error?.message);
		const expected = await demo.sandbox.control('GET', 'instances');
		assert.deepEqual(items.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort());
	});

	test('says why a run failed, and recognizes the error as its own', async () => {
		const instanceId = locator('00000000-0000-4000-8000-000000000000');
		const { error } = await run({ resource: 'instance', operation: 'getStatus', instanceId });
		// n8n keeps the status code only of an error that is an instance of its own NodeApiError.
		assert.equal(error.httpCode, '404');
		assert.match(error.message, /[a-z] [a-z]/);
		assert.ok(!JSON.stringify(error).includes(demo.sandbox.key));
	});

	test('sends 50 texts in the order of the items, each once', async () => {
		const texts = Array.from({ length: 50 }, (_, n) => `Text ${n + 1}`);
		const { items, error } = await run(
			{
				resource: 'message',
				operation: 'sendText',
				instanceId: await anInstance(demo),
				recipient: locator(chat),
				text: '={{ $json.text }}',
			},
			{ items: texts.map((text) => ({ text })) },
		);
		assert.equal(error, undefined, error?.message);
		assert.equal(items.length, 50);
		assert.deepEqual(await sentTexts(demo), texts);
	});

	test('downloads a file', async () => {
		const audio = (await demo.sandbox.control('GET', 'messages')).find(({ type }) => type === 'audio');
		const { file, contentType, error } = await run(
			{ resource: 'download', operation: 'getAudio', messageId: audio.id },
			{ isFile: true },
		);
		assert.equal(error, undefined, error?.message);
		const original = await fetch(`${demo.sandbox.baseUrl}/downloads/audio?messageId=${audio.id}`, {
			headers: { authorization: `Bearer ${demo.sandbox.key}` },
		});
		// Older versions add a charset.
		assert.equal(contentType.split(';')[0], original.headers.get('content-type'));
		assert.ok(file.equals(Buffer.from(await original.arrayBuffer())), 'the same bytes');
	});

	test('registers one webhook when the workflow is published', async () => {
		await demo.api.unpublish(demo.workflow.id);
		await demo.waitForProduction(0, 'before publishing', demo.workflow);
		await demo.api.publish(demo.workflow.id);
		await demo.waitForProduction(1, 'while published', demo.workflow);
	});

	test('starts one execution for a delivery', async () => {
		const [{ id: instanceId }] = await demo.sandbox.control('GET', 'instances');
		message = {
			event: 'message',
			id: randomUUID(),
			instanceId,
			remoteJid: '5511900000000@s.whatsapp.net',
			fromMe: false,
			type: 'text',
			content: { text: 'Once' },
		};
		const before = await demo.countRuns();
		assert.equal(await demo.deliver(message), 200);
		await waitForRuns(demo.api, demo.workflow, before + 1);
		assert.equal((await replies()).length, 1);
	});

	test('keeps its only webhook over a restart, and still receives deliveries', async () => {
		const published = await demo.waitForProduction(1, 'before the restart', demo.workflow);
		await demo.n8n.stop();
		await demo.restart();
		assert.deepEqual(await demo.waitForProduction(1, 'after the restart', demo.workflow), published);
		const before = await demo.countRuns();
		await demo.sandbox.control('POST', 'incoming', { text: 'After the restart' });
		await waitForRuns(demo.api, demo.workflow, before + 1);
		assert.ok((await sentTexts(demo)).includes('You said: After the restart'));
	});

	test('runs no further node for a duplicate after the restart', async () => {
		const before = await demo.countRuns();
		assert.equal(await demo.deliver(message), 200);
		// The execution ends in the trigger.
		await waitForRuns(demo.api, demo.workflow, before + 1);
		assert.equal((await replies()).length, 1);
	});

	test('deletes the webhook when the workflow is unpublished', async () => {
		await demo.api.unpublish(demo.workflow.id);
		await demo.waitForProduction(0, 'after unpublishing', demo.workflow);
	});
}
