import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { listWebhooks } from '../../demo/webhooks.mjs';
import { node, ourTrigger } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { publish } from '../support/workflows.mjs';

/** Requests by strangers to published workflows start neither an execution nor the error workflow. */

const tokenHeader = 'X-Messaging-Integration-Token';
let demo;
let errorWorkflow;

before(
	async () => {
		demo = await startTestDemo('strangers');
		errorWorkflow = await publish(demo, { name: 'Errors', nodes: [node('Error', 'errorTrigger', 1)] });
	},
	{ timeout: startTimeout },
);
after(stopAll);

/** Bodies that n8n parses before the node sees the request, or cannot parse. */
const bodies = [
	['application/json', '{"event":"message","data":{"fromMe":false}}'],
	['application/json', '{"a":'],
	['application/json', '['.repeat(100_000)],
	['application/json; charset=utf-16', '{}'],
	['text/plain; charset=nonsense', 'x'],
	['application/x-www-form-urlencoded', 'a=1&__proto__[x]=1'],
	['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
	['multipart/form-data', '--x'],
	['image/png', Buffer.from([0xff, 0xfe, 0])],
	['application/json', Buffer.alloc(17 * 1024 * 1024, '[')],
];

async function send(url, headers, body) {
	return (await fetch(url, { method: 'POST', headers, body }).catch(() => ({ status: 0 }))).status;
}

for (const [mode, provedBy] of [
	['headerToken', ({ headers }) => ({ [tokenHeader]: headers[tokenHeader] })],
	['hmac', ({ secret }, body) => ({ 'X-Signature': createHmac('sha256', secret).update(body).digest('hex') })],
]) {
	test(`strangers start nothing, and genuine deliveries run once each: ${mode}`, async () => {
		const nodes = [ourTrigger(demo, 'Trigger', { verification: mode, simplify: false })];
		const settings = { errorWorkflow: errorWorkflow.id };
		const { id, triggerPaths } = await publish(demo, { name: mode, nodes, settings });
		const url = `${demo.n8n.url}${triggerPaths[0]}`;
		const [webhook] = await listWebhooks(demo.sandbox, url);
		for (const [type, body] of bodies)
			for (const proof of [{}, provedBy(webhook, `${body}x`), { authorization: 'Bearer x' }]) {
				const forged = Object.fromEntries(Object.entries(proof).map(([name, value]) => [name, `${value}0`]));
				assert.ok(
					(await send(url, { 'content-type': type, ...forged }, body)) >= 300,
					`${type} ${String(body).slice(0, 9)}`,
				);
			}
		const genuine = [1, 2, 3].map((n) => JSON.stringify({ n, event: 'message', text: 'Olá' }));
		for (const [index, json] of genuine.entries()) {
			const type = ['application/json', 'text/plain', 'application/octet-stream'][index];
			const [body, encoding] = index === 2 ? [gzipSync(json), { 'content-encoding': 'gzip' }] : [json, {}];
			const headers = { 'content-type': type, ...encoding, ...provedBy(webhook, json) };
			assert.equal(await send(url, headers, body), 200, type);
		}
		const list = async () => await demo.api.listExecutions(id);
		await waitUntil(async () => (await list()).filter(({ stoppedAt }) => stoppedAt).length >= 3, 'three executions');
		await sleep(1000);
		const executions = await list();
		const outputs = await Promise.all(executions.map(async (run) => await demo.api.readOutput(run.id, 'Trigger')));
		assert.deepEqual(outputs.map(([{ n }]) => n).toSorted(), [1, 2, 3]);
		assert.deepEqual(await demo.api.listExecutions(errorWorkflow.id), [], 'error workflows');
	});
}
