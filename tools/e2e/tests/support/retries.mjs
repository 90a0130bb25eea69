// Retries of failed executions, for n8n in one process and in queue mode.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeType } from '../../n8n/package.mjs';
import { waitForWebhook } from '../../n8n/runNode.mjs';
import { waitUntil } from '../../processes/polling.mjs';

const count = 50;
const faults = {
	400: { fault: { kind: 'status', status: 400 }, isUncertain: false },
	'429 with On Rate Limit = Fail': {
		fault: { kind: 'rateLimited', retryAfter: 1 },
		isUncertain: false,
	},
	'a lost response': { fault: { kind: 'resetAfterWork' }, isUncertain: true },
	'a stall': { fault: { kind: 'stallAfterWork' }, isUncertain: true },
};

/** Defines the tests. `demo` returns the running demo; `table` gets a row per test. */
export function testRetries(demo, table) {
	for (const [what, { fault, isUncertain }] of Object.entries(faults)) {
		for (const failing of [0, count / 2, count - 1]) {
			for (const workflow of ['original', 'current']) {
				test(`${what} at item ${failing}: a retry with the ${workflow} workflow sends nothing twice, and the rest`, async () => {
					const started = Date.now();
					const sending = await Sending.publish(demo(), count);
					const failed = await sending.fail({ ...fault, skip: failing });
					const before = sending.total;
					if (workflow === 'current') await sending.rewrite();
					const again = await sending.retry(failed, workflow === 'current');
					await sending.count();
					const result = `${before} sent, then ${sending.total - before}; ${again.status}`;
					table.add([`${what}, item ${failing}, ${workflow}`, result, started]);
					assert.equal(before, isUncertain ? failing + 1 : failing);
					assert.deepEqual([sending.recipients, sending.total], [count, count]);
					if (isUncertain) {
						assert.equal(again.status, 'error');
						const error = await demo().api.findError(again.id);
						assert.equal(error.context.itemIndex, failing);
						assert.match(error.description, /may have been carried out/);
						assert.match(error.description, /Of 50 items, 49 succeeded/);
					} else {
						assert.equal(again.status, 'success');
						assert.equal((await demo().api.readOutput(again.id, 'Send')).length, count);
					}
					await demo().api.unpublish(sending.id);
				});
			}
		}
	}

	test('the table shows the size of a failed and of a retried execution with 1,000 items', async () => {
		const started = Date.now();
		const sending = await Sending.publish(demo(), 1000);
		const failed = await sending.fail({ kind: 'status', status: 400, skip: 999 });
		const again = await sending.retry(failed, false);
		const succeeded = await sending.start();
		const sizes = await Promise.all(
			[failed, again, succeeded].map(
				async ({ id }) => (await demo().api.request('GET', `/executions/${id}`)).data.length,
			),
		);
		const [a, b, c] = sizes.map((size) => Math.round(size / 1000));
		const result = `failed ${a} kB, retried ${b} kB, never failed ${c} kB`;
		table.add(['size with 1,000 items', result, started]);
		assert.equal(again.status, 'success');
		assert.ok(sizes[1] < 1.1 * sizes[2], 'a retried execution keeps nothing for a retry');
	});
}

/** A workflow that sends a text to `people` people. */
class Sending {
	static async publish(demo, people) {
		await demo.sandbox.control('POST', 'reset', {});
		await demo.sandbox.control('POST', 'rate', { tier: 1_000_000 });
		const { data: instances } = await demo.sandbox.request('GET', '/instances?status=connected');
		const path = randomUUID();
		const node = (name, type, typeVersion, parameters) => ({
			...{ id: randomUUID(), name, type, typeVersion, parameters, position: [0, 0] },
		});
		const nodes = [
			{
				...node('Start', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path }),
				webhookId: path,
			},
			node('People', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.people' }),
			{
				...node('Send', nodeType, 1, {
					instanceId: { __rl: true, mode: 'list', value: instances[0].id },
					recipient: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' },
					// Another text each time: a retry must not depend on it.
					text: '=Hello at {{ $now.toMillis() }}',
					options: { onRateLimit: 'fail' },
					requestOptions: { timeout: 1000 },
				}),
				credentials: { messagingIntegrationApi: demo.credential },
			},
		];
		const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		const connections = { Start: to('People'), People: to('Send') };
		const settings = { executionOrder: 'v1' };
		const name = 'Sending';
		const { id } = await demo.api.createWorkflow({ name, nodes, connections, settings });
		const sending = Object.assign(new Sending(), { demo, people, id, nodes, connections });
		sending.url = `${demo.n8n.url}/webhook/${path}`;
		await demo.api.publish(id);
		await waitForWebhook(sending.url);
		return sending;
	}

	/** Changes what does not change the messages that were sent: the node's options. */
	async rewrite() {
		const [start, people, send] = this.nodes;
		const { onRateLimit: _onRateLimit, ...options } = send.parameters.options;
		const parameters = { ...send.parameters, options: { ...options, maxWait: 60 } };
		const { versionId } = await this.demo.api.request('GET', `/workflows/${this.id}`);
		await this.demo.api.request('PATCH', `/workflows/${this.id}`, {
			versionId,
			nodes: [start, people, { ...send, parameters }],
			connections: this.connections,
		});
	}

	/** Runs the workflow, and returns the execution when it has ended. */
	async start() {
		const phone = (n) => `+55 11 9${80000000 + n}`;
		const people = Array.from({ length: this.people }, (_, n) => ({ phone: phone(n) }));
		return await this.#ended(() =>
			fetch(this.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ people }),
			}),
		);
	}

	/** Runs the workflow with a fault of the service, and returns the failed execution. */
	async fail(fault) {
		await this.demo.sandbox.control('POST', 'faults', {
			...{ method: 'POST', path: '/messages' },
			...fault,
		});
		const failed = await this.start();
		assert.equal(failed.status, 'error');
		await this.count();
		// The pause that the service asked for.
		if (fault.retryAfter) await sleep(fault.retryAfter * 1000 + 200);
		return failed;
	}

	/** Presses Retry, and returns the execution when it has ended. */
	async retry({ id }, loadWorkflow) {
		const { api } = this.demo;
		return await this.#ended(() => api.request('POST', `/executions/${id}/retry`, { loadWorkflow }));
	}

	/** Sets how many people have got messages, and how many messages there were. */
	async count() {
		const ledger = await this.demo.sandbox.control('GET', 'ledger');
		const sent = ledger.filter(({ path }) => path === '/messages');
		this.total = sent.length;
		this.recipients = new Set(sent.map(({ body }) => body.remoteJid)).size;
	}

	async #ended(start) {
		const list = async () => await this.demo.api.listExecutions(this.id);
		const earlier = new Set((await list()).map(({ id }) => id));
		await start();
		return await waitUntil(
			// A busy n8n may reset a connection.
			async () =>
				(await list().catch(() => [])).find(
					({ id, status }) => !earlier.has(id) && !['new', 'running'].includes(status),
				),
			'the end of the execution',
			120_000,
		);
	}
}
