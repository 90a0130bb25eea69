// A workflow that sends a text for each delivery, so that its runs leave a trace at the service.
import { listWebhooks } from '../../demo/webhooks.mjs';
import { locator, ourNode, ourTrigger, post } from '../../n8n/workflows.mjs';
import { anInstance, countOf, publish, sentTexts, waitForQuiet } from './workflows.mjs';

/** Publishes a workflow that sends `n` of each delivery to one person. */
export async function publishEcho(demo) {
	// Not the events of the messages that it sends.
	const event = ourTrigger(demo, 'Event', { events: ['order'], simplify: false });
	const send = ourNode(demo, 'Send', {
		instanceId: await anInstance(demo),
		recipient: locator('+55 11 98765-4321', 'phone'),
		text: '=n{{ $json.n }}',
	});
	const { id, triggerPaths } = await publish(demo, { name: 'Echo', nodes: [event, send] });
	return Object.assign(new Echo(), { demo, id, path: triggerPaths[0] });
}

class Echo {
	/** Returns the service's webhooks with the URL of the trigger. */
	async registrations() {
		return await listWebhooks(this.demo.sandbox, `${this.demo.n8n.url}${this.path}`);
	}

	/** Delivers `{ n }` to a process, and returns the status of the response. */
	async deliver(receiver, n) {
		this.headers ??= (await this.registrations())[0].headers;
		const response = await post(`${receiver.url}${this.path}`, { n }, this.headers);
		await response.arrayBuffer();
		return response.status;
	}

	/** Returns how often the node behind the trigger has run, by `n`, when no execution is under way. */
	async runs() {
		await waitForQuiet(this.demo, this.id);
		return countOf((await sentTexts(this.demo)).map((text) => text.slice(1)));
	}

	/** Delivers each of `numbers` to all of `receivers` at the same instant, and returns those that did not run once. */
	async deliverTwins(receivers, numbers) {
		for (const n of numbers) await Promise.all(receivers.map(async (receiver) => await this.deliver(receiver, n)));
		const runs = await this.runs();
		return numbers.filter((n) => runs.get(n) !== 1);
	}
}
