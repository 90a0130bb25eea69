// Retries of failed executions, for n8n in one process and in queue mode.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locator, node, ourNode, post, webhookNode } from '../../n8n/workflows.mjs';
import { anInstance, failNext, person, publish, runToEnd, sentBodies } from '../support/workflows.mjs';

const count = 20;
const failing = count / 2;

/** Defines the tests. `demo` returns the running demo. */
export function testRetries(demo) {
	for (const [what, fault, workflow] of [
		['a refused message', { kind: 'status', status: 400 }, 'current'],
		['a lost response', { kind: 'resetAfterWork' }, 'original'],
	])
		test(`after ${what}, a retry with the ${workflow} workflow sends nothing twice, and the rest`, async () => {
			const isUncertain = workflow === 'original';
			const sending = await Sending.publish(demo(), count);
			const failed = await sending.fail({ ...fault, skip: failing });
			assert.equal((await sentBodies(demo())).length, isUncertain ? failing + 1 : failing);
			if (workflow === 'current') await sending.rewrite();
			const again = await sending.retry(failed, workflow === 'current');
			const people = (await sentBodies(demo())).map(({ remoteJid }) => remoteJid);
			assert.deepEqual([new Set(people).size, people.length], [count, count]);
			assert.equal(again.status, isUncertain ? 'error' : 'success');
			if (isUncertain) {
				const { context, description } = await demo().api.findError(again.id);
				assert.equal(context.itemIndex, failing);
				assert.match(description, /may have been carried out.*Of 20 items, 19 succeeded/s);
			} else assert.equal((await demo().api.readOutput(again.id, 'Send')).length, count);
			await demo().api.unpublish(sending.id);
		});
}

/** A workflow that sends a text to `people` people. */
class Sending {
	static async publish(demo, people) {
		await demo.sandbox.control('POST', 'reset', {});
		await demo.sandbox.control('POST', 'rate', { tier: 1_000_000 });
		const nodes = [
			webhookNode(),
			node('People', 'splitOut', 1, { fieldToSplitOut: 'body.people' }),
			ourNode(demo, 'Send', {
				instanceId: await anInstance(demo),
				recipient: locator('={{ $json.phone }}', 'phone'),
				// Another text each time: a retry must not depend on it.
				text: '=Hello at {{ $now.toMillis() }}',
				requestOptions: { timeout: 1000 },
			}),
		];
		return Object.assign(new Sending(), { demo, people }, await publish(demo, { name: 'Sending', nodes }));
	}

	/** Changes what does not change the messages that were sent: the node's options. */
	async rewrite() {
		const { api } = this.demo;
		const { versionId, nodes, connections } = await api.request('GET', `/workflows/${this.id}`);
		nodes.at(-1).parameters.options = { maxWait: 60 };
		await api.request('PATCH', `/workflows/${this.id}`, { versionId, nodes, connections });
	}

	/** Runs the workflow, and returns the execution when it has ended. */
	async start() {
		const people = Array.from({ length: this.people }, (_, n) => ({ phone: person(n).phone }));
		return await runToEnd(this.demo, this.id, async () => await post(this.url, { people }));
	}

	/** Runs the workflow with a fault of the service, and returns the failed execution. */
	async fail(fault) {
		await failNext(this.demo, fault);
		const failed = await this.start();
		assert.equal(failed.status, 'error');
		return failed;
	}

	/** Presses Retry, and returns the execution when it has ended. */
	async retry({ id }, loadWorkflow) {
		const press = async () => await this.demo.api.request('POST', `/executions/${id}/retry`, { loadWorkflow });
		return await runToEnd(this.demo, this.id, press);
	}
}
