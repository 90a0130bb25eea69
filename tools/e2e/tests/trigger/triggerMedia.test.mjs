import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setUpQuietDemo } from '../support/demo.mjs';
import { checkVoiceMessage, publishMedia, waitForRuns } from '../support/trigger.mjs';

/** The trigger's filters and its download of media, in n8n. */

let demo;
setUpQuietDemo('triggerMedia', (started) => (demo = started));

test('a voice message is acknowledged at once, and the workflow reads its file', async () => {
	const workflow = await publishMedia(demo);
	await checkVoiceMessage(demo, workflow);
	await demo.api.unpublish(workflow.id);
});

test('with Chats set to Direct Chats, a message in a group starts no run', async () => {
	const workflow = await publishMedia(demo, { chats: 'direct' });
	const play = async (remoteJid) => await demo.sandbox.control('POST', 'incoming', { type: 'video', remoteJid });
	const [group] = await demo.sandbox.control('GET', 'groups');
	await play(group.id);
	await play('5511987654321@s.whatsapp.net');
	await play(group.id);
	await waitForRuns(demo.api, workflow, 1);
	const statuses = (await demo.sandbox.control('GET', 'deliveries'))
		.filter(({ url }) => url === workflow.url)
		.map(({ attempts }) => attempts.map(({ status }) => status));
	assert.deepEqual(statuses, [[200], [200], [200]]);
	await sleep(1000);
	assert.equal((await demo.api.listExecutions(workflow.id)).length, 1);
});
