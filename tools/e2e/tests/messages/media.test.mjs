import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { locator, node, ourNode, post, webhookNode } from '../../n8n/workflows.mjs';
import { createTemporaryFolder } from '../../n8n/userFolder.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { anInstance, person, publish, runToEnd, sentBodies } from '../support/workflows.mjs';

/** Media messages from files of earlier nodes. */

const folder = createTemporaryFolder('files');
const file = join(folder, 'picture.png');
let demo;

before(
	async () => {
		demo = await startTestDemo('media', { N8N_RESTRICT_FILE_ACCESS_TO: folder });
		await demo.api.unpublish(demo.workflow.id);
		await demo.sandbox.control('POST', 'rate', { tier: 'none' });
	},
	{ timeout: startTimeout },
);

after(stopAll);

/** Publishes a workflow that reads a file for each person and sends it. Returns a function that runs it. */
async function publishSending(people, size) {
	writeFileSync(file, randomBytes(size));
	const parameters = {
		operation: 'sendMedia',
		instanceId: await anInstance(demo),
		caption: 'A file',
		recipient: locator('={{ $("People").itemMatching($itemIndex).json.phone }}', 'phone'),
		mediaType: 'document',
		mediaSource: 'binary',
	};
	const nodes = [
		webhookNode(),
		node('People', 'splitOut', 1, { fieldToSplitOut: 'body.people' }),
		node('Read', 'readWriteFile', 1, { fileSelector: file }),
		ourNode(demo, 'Send', parameters),
	];
	const { id, url } = await publish(demo, { name: 'Media', nodes });
	return async () => {
		const all = Array.from({ length: people }, (_, n) => ({ phone: person(n).phone }));
		return await runToEnd(demo, id, async () => await post(url, { people: all }));
	};
}

test('the memory of n8n stays flat while it sends many large files', async () => {
	const [messages, megabytes] = process.env.FULL === '1' ? [100, 10] : [20, 10];
	const run = await publishSending(messages, megabytes * 1_000_000);
	const memory = () =>
		Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${demo.n8n.child.pid}/status`, 'utf8'))[1]) / 1000;
	const seen = [];
	const timer = setInterval(async () => {
		const sent = await sentBodies(demo).catch(() => []);
		seen.push({ sent: sent.length, memory: memory() });
	}, 300);
	const { status } = await run();
	clearInterval(timer);
	assert.equal(status, 'success');
	assert.equal((await sentBodies(demo)).length, messages);
	const peakOf = (from, to) =>
		Math.max(...seen.filter(({ sent }) => sent > from && sent <= to).map((each) => each.memory));
	const [first, last] = [peakOf(0, messages / 2), peakOf(messages / 2, messages)];
	console.log(`Peak ${Math.round(first)} MB in the first half, ${Math.round(last)} MB in the second`);
	assert.ok(last < first + 10 * megabytes, 'the second half needs no more memory than the first');
});
