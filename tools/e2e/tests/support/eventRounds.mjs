// Rounds of events of every kind, in one shape each, and the runs and replies that follow.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { productionUrlOf, waitForRegistration } from '../../demo/webhooks.mjs';
import { triggerType } from '../../n8n/package.mjs';
import { waitUntil } from '../../processes/polling.mjs';

const wanted = '5511987650001@s.whatsapp.net';
const other = '5511987650002@s.whatsapp.net';
const triggerName = 'Incoming message';

export class EventRounds {
	constructor(parts) {
		Object.assign(this, parts);
	}

	/**
	 * Publishes the two workflows in a running demo: its own one, which replies, and one with the filter Chat IDs,
	 * which receives all events and does not reply.
	 */
	static async start(demo) {
		const { api, sandbox, n8n, workflow } = demo;
		await api.unpublish(workflow.id);
		const publish = async (name, nodes, connections) => {
			const created = await api.createWorkflow({ name, nodes, connections });
			await api.publish(created.id);
			await waitForRegistration(sandbox, productionUrlOf(n8n, { nodes }));
			return created.id;
		};
		const { nodes, connections } = await api.request('GET', `/workflows/${workflow.id}`);
		const trigger = nodes.find(({ type }) => type === triggerType);
		const others = nodes.filter((each) => each !== trigger);
		const withParameters = (changed) => ({
			...trigger,
			webhookId: randomUUID(),
			parameters: { ...trigger.parameters, ...changed },
		});
		const { filters } = trigger.parameters;
		const replying = withParameters({ events: [] });
		const filtering = withParameters({
			triggerOn: ['message', 'connection'],
			filters: { ...filters, chatIds: wanted },
		});
		const groups = await sandbox.control('GET', 'groups');
		const instances = await sandbox.control('GET', 'instances');
		return new EventRounds({
			demo,
			instanceId: instances.find(({ status }) => status === 'connected').id,
			spareId: instances.find(({ status }) => status === 'disconnected').id,
			group: groups[0].id,
			workflows: [
				await publish('Replies', [replying, ...others], connections),
				await publish('Counts', [filtering], {}),
			],
		});
	}

	/** Returns the runs that should be found: only events that start one are in `runs`. */
	expected(runs) {
		return Object.fromEntries(Object.entries(runs).filter(([, counts]) => counts.some((count) => count > 0)));
	}

	/**
	 * Plays every kind of event in a dialect, and waits until all runs have ended. Returns the `runs` of both
	 * workflows by kind; the kinds of messages that got a reply, one entry per reply; the errors of `failed` runs;
	 * the `outputs` of the replying workflow's trigger, each with the message that was `sent`; and the one of the
	 * wanted chat, without the event.
	 */
	async play(dialect, round) {
		const { sandbox, api, credentialData } = this.demo;
		await sandbox.control('POST', 'dialect', dialect);
		const { fieldNames } = await sandbox.control('GET', 'state');
		const data = { ...credentialData.data, fieldNames: JSON.stringify(fieldNames) };
		await api.saveCredential({ ...credentialData, data });
		// For so long, the trigger uses the names that it read last.
		await sleep(5_000);
		const before = new Set((await this.#listRuns()).map(({ id }) => id));
		const played = await this.#playAll(round);
		const listNew = async () => (await this.#listRuns()).filter(({ id }) => !before.has(id));
		const ended = await this.#waitUntilQuiet(listNew);
		const runs = {};
		const outputs = [];
		const failed = [];
		for (const { id, status, workflow } of ended) {
			const [output] = (await api.readOutput(id, triggerName)) ?? [];
			const kind = kindOf(output, played);
			runs[kind] ??= [0, 0];
			runs[kind][workflow] += 1;
			if (status !== 'success') failed.push(`${kind}: ${(await api.findError(id))?.message ?? status}`);
			if (workflow === 0) outputs.push({ actual: output, sent: played[kind] });
		}
		const replies = await this.#listReplies(played);
		const first = outputs.find(({ sent }) => sent === played['wanted chat']);
		const { raw: _, ...simplified } = first?.actual ?? {};
		return { runs, replies, outputs, failed, simplified };
	}

	async #playAll(round) {
		const { sandbox } = this.demo;
		const played = {};
		const play = async (kind, fields) => {
			const text = `${kind} ${round}`;
			const body = { instanceId: this.instanceId, text, ...fields };
			played[kind] = await sandbox.control('POST', 'incoming', body);
		};
		await play('own message', { remoteJid: wanted, fromMe: true });
		await sandbox.control('POST', `messages/${played['own message'].id}/status`, {
			status: 'read',
		});
		await play('wanted chat', { remoteJid: wanted });
		await play('other chat', { remoteJid: other });
		await play('group', { remoteJid: this.group });
		await play('quotes an own message', { remoteJid: wanted, quote: played['own message'].id });
		await play('own message that quotes', {
			...{ remoteJid: wanted, fromMe: true, quote: played['wanted chat'].id },
		});
		await sandbox.control('POST', `instances/${this.spareId}/scan`);
		return played;
	}

	/** Resolves with all new runs when no delivery and no run is pending, and none follows. */
	async #waitUntilQuiet(listNew) {
		const isQuiet = async () =>
			(await this.demo.sandbox.control('GET', 'deliveries?last=100')).every(({ state }) => state !== 'pending') &&
			(await listNew()).every(({ stoppedAt }) => stoppedAt);
		let count = -1;
		await waitUntil(async () => {
			if (!(await isQuiet())) return false;
			const previous = count;
			count = (await listNew()).length;
			// A reply comes back as an event, which must not start another run.
			await sleep(700);
			return count === previous;
		}, 'the end of all runs');
		return await listNew();
	}

	async #listRuns() {
		const lists = await Promise.all(
			this.workflows.map(async (id, workflow) =>
				(await this.demo.api.listExecutions(id)).map((run) => ({ ...run, workflow })),
			),
		);
		return lists.flat();
	}

	async #listReplies(played) {
		const messages = await this.demo.sandbox.control('GET', 'messages');
		return Object.entries(played)
			.flatMap(([kind, { content, remoteJid }]) =>
				messages
					.filter((each) => each.fromMe && each.remoteJid === remoteJid)
					.filter((each) => each.content.text?.endsWith(`: ${content.text}`))
					.map(() => kind),
			)
			.sort();
	}
}

/** The kind of event that started a run: its output contains the text, or the ID of the message. */
function kindOf(output, played) {
	const text = JSON.stringify(output ?? {});
	if (text.includes('message.status')) return 'own status';
	if (text.includes('You said: ')) return 'own reply';
	const ids = Object.entries(played);
	const byText = ids.filter(([, { content }]) => text.includes(JSON.stringify(content.text)));
	// A quoting message also contains the text that it quotes.
	if (byText.length > 0) return byText.at(-1)[0];
	return ids.some(([, { id }]) => text.includes(id)) ? 'own status' : 'no message';
}
