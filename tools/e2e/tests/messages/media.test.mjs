// Media messages from files of earlier nodes: faults of the service, and memory.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { nodeType } from '../../n8n/package.mjs';
import { waitForWebhook } from '../../n8n/runNode.mjs';
import { createTemporaryFolder } from '../../n8n/userFolder.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { Table } from '../support/table.mjs';

const isFull = process.env.FULL === '1';
const count = isFull ? 100 : 20;
const settings = {
	none: {},
	Continue: { onError: 'continueRegularOutput' },
	'Retry On Fail': { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
};
/** `isDone`: the message was sent before the fault; `isCertain`: the node knows that it was not. */
const faults = {
	400: { fault: { kind: 'status', status: 400 }, isCertain: true },
	500: { fault: { kind: 'status', status: 500 } },
	'reset before': { fault: { kind: 'reset' } },
	'reset after': { fault: { kind: 'resetAfterWork' }, isDone: true },
	stall: { fault: { kind: 'stallAfterWork' }, isDone: true },
};

const table = new Table(['media messages', 'result', 's']);
let demo;
/** The file that is sent. */
let file;
let instance;

before(
	async () => {
		const folder = createTemporaryFolder('files');
		file = join(folder, 'picture.png');
		demo = await startTestDemo('media', { N8N_RESTRICT_FILE_ACCESS_TO: folder });
		await demo.api.unpublish(demo.workflow.id);
		const { data } = await demo.sandbox.request('GET', '/instances?status=connected');
		instance = { __rl: true, mode: 'list', value: data[0].id };
	},
	{ timeout: startTimeout },
);

after(async () => {
	table.print();
	await stopAll();
});

const node = (name, type, typeVersion, parameters) => ({
	...{ id: randomUUID(), name, type, typeVersion, parameters, position: [0, 0] },
});

/** Publishes a workflow that reads a file for each person and sends it. Returns a function that runs it. */
async function publish(people, more, { size = 10_000, timeout = 1000 } = {}) {
	writeFileSync(file, randomBytes(size));
	await demo.sandbox.control('POST', 'reset', {});
	await demo.sandbox.control('POST', 'rate', { tier: 1_000_000 });
	const path = randomUUID();
	const nodes = [
		{
			...node('Start', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path }),
			webhookId: path,
		},
		node('People', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.people' }),
		node('Read', 'n8n-nodes-base.readWriteFile', 1, { fileSelector: file }),
		{
			...node('Send', nodeType, 1, {
				operation: 'sendMedia',
				instanceId: instance,
				recipient: {
					__rl: true,
					mode: 'phone',
					value: '={{ $("People").itemMatching($itemIndex).json.phone }}',
				},
				mediaType: 'document',
				mediaSource: 'binary',
				caption: 'A file',
				requestOptions: { timeout },
			}),
			credentials: { messagingIntegrationApi: demo.credential },
			...more,
		},
	];
	const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const { id } = await demo.api.createWorkflow({
		...{ name: 'Media', nodes, settings: { executionOrder: 'v1' } },
		connections: { Start: to('People'), People: to('Read'), Read: to('Send') },
	});
	await demo.api.publish(id);
	const url = `${demo.n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	return async () => {
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				people: Array.from({ length: people }, (_, n) => ({ phone: `+55 11 9${80000000 + n}` })),
			}),
		});
		const execution = await waitUntil(
			async () =>
				(await demo.api.listExecutions(id).catch(() => [])).find(({ status }) => !['new', 'running'].includes(status)),
			'the end of the execution',
			300_000,
		);
		await demo.api.unpublish(id);
		return execution;
	};
}

/** The recipients of the messages that the service has got, in order. */
async function recipients() {
	const ledger = await demo.sandbox.control('GET', 'ledger');
	return ledger.filter(({ path }) => path === '/messages').map(({ body }) => body.remoteJid);
}

test('the memory of n8n stays flat while it sends many large files', async () => {
	const started = Date.now();
	const [messages, megabytes] = isFull ? [100, 10] : [20, 10];
	const run = await publish(messages, {}, { size: megabytes * 1_000_000, timeout: 60_000 });
	const memory = () =>
		Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${demo.n8n.child.pid}/status`, 'utf8'))[1]) / 1000;
	const idle = memory();
	const seen = [];
	const timer = setInterval(async () => {
		const sent = await recipients().catch(() => []);
		seen.push({ sent: sent.length, memory: memory() });
	}, 300);
	const { status } = await run();
	clearInterval(timer);
	assert.equal(status, 'success');
	assert.equal((await recipients()).length, messages);
	const peakOf = (from, to) =>
		Math.max(...seen.filter(({ sent }) => sent > from && sent <= to).map((each) => each.memory));
	const [first, last] = [peakOf(0, messages / 2), peakOf(messages / 2, messages)];
	const result = `${Math.round(idle)} MB before; peak ${Math.round(first)} MB in the first half, ${Math.round(last)} MB in the second`;
	table.add([`${messages} files of ${megabytes} MB`, result, started]);
	assert.ok(last < first + 10 * megabytes, 'the second half needs no more memory than the first');
});

for (const [what, { fault, isDone = false, isCertain = false }] of Object.entries(faults)) {
	for (const failing of [0, Math.floor(count / 2), count - 1]) {
		for (const [setting, more] of Object.entries(settings)) {
			test(`${what} at item ${failing} of ${count}, ${setting}: nothing is doubled, and each item is told`, async () => {
				const started = Date.now();
				const run = await publish(count, more);
				await demo.sandbox.control('POST', 'faults', {
					...{ method: 'POST', path: '/messages', skip: failing },
					...fault,
				});
				const { id, status } = await run();
				const sent = await recipients();
				table.add([`${what}, item ${failing}, ${setting}`, `${sent.length} sent; ${status}`, started]);
				assert.equal(new Set(sent).size, sent.length, 'nobody gets a message twice');
				const isResumed = setting === 'Retry On Fail' && isCertain;
				const others = setting === 'Continue' ? count - 1 : failing;
				assert.equal(sent.length, isResumed ? count : others + Number(isDone));
				if (setting === 'Continue' || isResumed) {
					assert.equal(status, 'success');
					const output = await demo.api.readOutput(id, 'Send');
					assert.equal(output.length, count);
					const failed = output.flatMap((json, n) => (json.error ? [n] : []));
					assert.deepEqual(failed, isResumed ? [] : [failing]);
					return;
				}
				assert.equal(status, 'error');
				const error = await demo.api.findError(id);
				assert.equal(error.context.itemIndex, failing);
				assert.match(
					error.description,
					new RegExp(`Recipient: \\+55 11 9${80000000 + failing}.*Of ${count} items, ${failing} succeeded`),
				);
				if (!isCertain) assert.match(`${error.message} ${error.description}`, /may (already )?have been/);
			});
		}
	}
}
