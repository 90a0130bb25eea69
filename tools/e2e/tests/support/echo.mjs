// A workflow that sends a text for each delivery, so that its runs leave a trace at the service.
import { listWebhooks } from '../../demo/webhooks.mjs';
import { locator, ourNode, ourTrigger, post } from '../../n8n/workflows.mjs';
import { anInstance, countOf, publish, sentTexts, waitForQuiet } from './workflows.mjs';

/** Publishes a workflow with `triggers` triggers. It sends `n` of each delivery to one person. */
export async function publishEcho(demo, { triggers = 1 } = {}) {
	// Not the events of the messages that it sends.
	const parameters = { events: ['order'], simplify: false };
	const events = Array.from({ length: triggers }, (_, n) =>
		ourTrigger(demo, n === 0 ? 'Event' : `Event ${n}`, parameters),
	);
	const send = ourNode(demo, 'Send', {
		instanceId: await anInstance(demo),
		recipient: locator('+55 11 98765-4321', 'phone'),
		text: '=n{{ $json.n }}',
	});
	const links = events.map(({ name }) => [name, 'Send']);
	const { id, triggerPaths: paths } = await publish(demo, { name: 'Echo', nodes: [...events, send], links });
	return Object.assign(new Echo(), { demo, id, paths, headers: new Map() });
}

class Echo {
	/** Returns the service's webhooks with the URL of a trigger of this workflow. */
	async registrations(path = this.paths[0]) {
		return await listWebhooks(this.demo.sandbox, `${this.demo.n8n.url}${path}`);
	}

	/** Delivers `{ n }` to a process, for one of the triggers, and returns the status of the response. */
	async deliver(receiver, n, path = this.paths[0]) {
		if (!this.headers.has(path)) this.headers.set(path, (await this.registrations(path))[0].headers);
		const response = await post(`${receiver.url}${path}`, { n }, this.headers.get(path));
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
		await this.deliver(receivers[0], 'headers');
		for (const n of numbers) await Promise.all(receivers.map(async (receiver) => await this.deliver(receiver, n)));
		const runs = await this.runs();
		return numbers.filter((n) => runs.get(String(n)) !== 1);
	}
}
