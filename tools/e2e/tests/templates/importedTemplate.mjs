// A template of examples/, imported and published as users do it, and what its tests do with it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listWebhooks, waitForRegistration } from '../../demo/webhooks.mjs';
import { nodeType, triggerType } from '../../n8n/package.mjs';
import { waitForWebhook } from '../../n8n/runNode.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { findInstance, readTemplate } from '../support/templates.mjs';

/** Phone numbers of people who write. */
export const ana = '12025550143';
export const ben = '12025550178';
export const eve = '12025550199';

/**
 * Imports and publishes a template. `settings` replace values in its node Settings, `replace` replaces the nodes with
 * these names, and `credentials` are chosen by the type of the node. Webhooks replace the manual trigger and the
 * schedule; the former is started once, to create the data table. Chooses an instance where the template has none.
 * Its own webhooks are in `urls`, and its forms in `forms`, by the name of the node.
 */
export async function importTemplate(demo, file, { settings = {}, replace = {}, credentials = {} } = {}) {
	const template = readTemplate(file, settings);
	const instanceId = await findInstance(demo);
	const starts = {};
	const urls = {};
	const forms = {};
	let triggerPath;
	const nodes = template.nodes.map((original) => {
		const node = { ...original, ...replace[original.name] };
		if (/manualTrigger|scheduleTrigger/.test(node.type)) {
			const webhook = webhookInsteadOf(node);
			starts[node.name] = `${demo.n8n.url}/webhook/${webhook.webhookId}`;
			return webhook;
		}
		if (credentials[node.type]) node.credentials = credentials[node.type];
		if (node.type === 'n8n-nodes-base.webhook') {
			node.webhookId = randomUUID();
			urls[node.name] = `${demo.n8n.url}/webhook/${node.parameters.path}`;
		}
		if (node.type === 'n8n-nodes-base.formTrigger') {
			node.webhookId = randomUUID();
			forms[node.name] = `${demo.n8n.url}/form/${node.webhookId}`;
		}
		if (![nodeType, triggerType].includes(node.type)) return node;
		node.credentials = { messagingIntegrationApi: demo.credential };
		if (node.type === triggerType) {
			node.webhookId = randomUUID();
			triggerPath = `/webhook/${node.webhookId}/webhook`;
		} else if (node.parameters.instanceId?.value === '') {
			node.parameters.instanceId.value = instanceId;
		}
		return node;
	});
	const { id } = await demo.api.createWorkflow({ ...template, nodes });
	await demo.api.publish(id);
	for (const url of Object.values({ ...starts, ...urls })) await waitForWebhook(url);
	if (triggerPath) await waitForRegistration(demo.sandbox, `${demo.n8n.url}${triggerPath}`);
	const alreadySent = (await sentMessages(demo)).length;
	const imported = new ImportedTemplate({
		...{ demo, id, starts, urls, forms, triggerPath, instanceId, alreadySent },
	});
	if (starts.Start) await imported.start('Start');
	return imported;
}

function webhookInsteadOf({ id, name, position }) {
	const path = randomUUID();
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	return {
		...{ id, name, position, parameters, webhookId: path },
		...{ type: 'n8n-nodes-base.webhook', typeVersion: 2 },
	};
}

async function sentMessages({ sandbox }) {
	return (await sandbox.control('GET', 'ledger')).filter(({ path }) => path === '/messages');
}

/** The published template. */
class ImportedTemplate {
	constructor(parts) {
		Object.assign(this, parts);
	}

	/** Starts it by the manual trigger or the schedule, and waits until nothing runs. */
	async start(name) {
		await this.andWait(async () => {
			assert.equal((await fetch(this.starts[name], { method: 'POST' })).status, 200);
		});
	}

	/** Does what starts this many executions, and waits until they have ended. Returns what `work` returns. */
	async andWait(work, started = 1) {
		const before = (await this.executions()).length;
		const result = await work();
		await this.waitForExecutions(before + started);
		return result;
	}

	/**
	 * Does what starts at least this many executions, and waits until all have ended, also those of the events that the
	 * service sends about own messages.
	 */
	async andSettle(work, least = 1) {
		const before = (await this.executions()).length;
		await work();
		await this.waitForEnd(before + least);
		const isDelivered = ({ url, state }) => !url.endsWith(this.triggerPath) || state !== 'pending';
		await waitUntil(
			async () => (await this.demo.sandbox.control('GET', 'deliveries')).every(isDelivered),
			'the deliveries',
		);
		await this.waitForEnd(before + least);
	}

	/** Plays a message from the chat of a phone number, and returns it. */
	async play(phone, text, more = {}) {
		const remoteJid = `${phone}@s.whatsapp.net`;
		const { instanceId } = this;
		return await this.demo.sandbox.control('POST', 'incoming', {
			...{ instanceId, remoteJid },
			...(text !== undefined && { text }),
			...more,
		});
	}

	/** Plays a message, and waits until the execution that it starts, or several, has ended. */
	async playAndWait(phone, text, more, started = 1) {
		return await this.andWait(async () => await this.play(phone, text, more), started);
	}

	/** Delivers texts `[phone, text, more]` in one delivery, with `more` fields, and waits for its execution. */
	async deliverTogether(texts) {
		await this.andWait(async () => await this.deliver(texts));
	}

	/** Delivers texts like `deliverTogether`, without a wait. */
	async deliver(texts) {
		const { sandbox, n8n } = this.demo;
		const url = `${n8n.url}${this.triggerPath}`;
		const [{ headers }] = await listWebhooks(sandbox, url);
		const events = texts.map(([phone, text, more]) => ({
			...{ id: randomUUID(), event: 'message', instanceId: this.instanceId, fromMe: false },
			...{ remoteJid: `${phone}@s.whatsapp.net`, type: 'text', content: { text } },
			...more,
		}));
		const { status } = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(events),
		});
		assert.equal(status, 200);
	}

	async executions() {
		return await this.demo.api.listAllExecutions(this.id);
	}

	/** Waits until there are this many executions and all have succeeded. Throws if one has failed. */
	async waitForExecutions(count) {
		assert.equal((await this.waitForEnd(count)).length, count);
	}

	/** Waits until there are at least this many executions and all have succeeded. Returns them. */
	async waitForEnd(count) {
		const all = await waitUntil(
			async () => {
				const executions = await this.executions();
				return executions.length >= count && executions.every((each) => each.stoppedAt) && executions;
			},
			`the end of ${count} executions`,
			90_000,
		);
		const failed = all.find(({ status }) => status !== 'success');
		if (failed) assert.fail(JSON.stringify(await this.demo.api.findError(failed.id)));
		return all;
	}

	/** Returns the messages that the service got since the import, in order: the digits of the chat and the text. */
	async sent() {
		return (await sentMessages(this.demo))
			.slice(this.alreadySent)
			.map(({ body }) => [body.remoteJid.replace('@s.whatsapp.net', ''), body.content.text]);
	}

	/** Returns the items of a node in all executions, the oldest first. */
	async itemsOf(name) {
		const executions = (await this.executions()).toSorted((a, b) => a.id - b.id);
		const items = [];
		for (const { id } of executions) items.push(...((await this.demo.api.readOutput(id, name)) ?? []));
		return items;
	}

	/** Returns the rows of a data table, without n8n's own columns. */
	async rows(table) {
		const { data } = await this.demo.api.request('GET', `${await this.pathOf(table)}/rows?take=250&sortBy=id:asc`);
		return data.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...row }) => row);
	}

	/** Adds a row to a data table. */
	async insert(table, row) {
		const body = { data: [row], returnType: 'count' };
		await this.demo.api.request('POST', `${await this.pathOf(table)}/insert`, body);
	}

	/** Changes the rows of a data table that have a value in a column. */
	async update(table, [columnName, value], data) {
		const filter = { type: 'and', filters: [{ columnName, condition: 'eq', value }] };
		await this.demo.api.request('PATCH', `${await this.pathOf(table)}/rows`, { filter, data });
	}

	async pathOf(table) {
		const { api } = this.demo;
		const tables = `/projects/${(await api.request('GET', '/projects/personal')).id}/data-tables`;
		const { data } = await api.request('GET', tables);
		return `${tables}/${data.find(({ name }) => name === table).id}`;
	}

	/** Unpublishes it, so that it does not react to the messages of other tests. */
	async remove() {
		await this.demo.api.unpublish(this.id);
	}
}
