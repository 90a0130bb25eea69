// A template of examples/, imported and published as users do it, and what its tests do with it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listWebhooks } from '../../demo/webhooks.mjs';
import { DataTable } from '../../n8n/dataTable.mjs';
import { post } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { publishTemplate, readTemplate } from '../support/templates.mjs';
import { sentBodies } from '../support/workflows.mjs';

/** Phone numbers of people who write. */
export const ana = '12025550143';
export const ben = '12025550178';
export const eve = '12025550199';

/**
 * Imports and publishes a template, like `publishTemplate`. `settings` replace values in its node Settings. The manual
 * trigger is started once, to create the data table.
 */
export async function importTemplate(demo, file, { settings = {}, ...replacements } = {}) {
	const published = await publishTemplate(demo, readTemplate(file, settings), replacements);
	const alreadySent = (await sentBodies(demo)).length;
	const imported = Object.assign(new ImportedTemplate(), published, { demo, alreadySent });
	if (published.starts.Start) await imported.start('Start');
	return imported;
}

/** The published template. */
class ImportedTemplate {
	/** Starts it by the manual trigger or the schedule, and waits until nothing runs. */
	async start(name) {
		await this.andWait(async () => assert.equal((await post(this.starts[name])).status, 200));
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
			instanceId,
			remoteJid,
			...(text !== undefined && { text }),
			...more,
		});
	}

	/** Plays a message, and waits until the execution that it starts, or several, has ended. */
	async playAndWait(phone, text, more, started = 1) {
		return await this.andWait(async () => await this.play(phone, text, more), started);
	}

	/**
	 * Plays the lines of a conversation, one after another: the phone number of the chat, the text, fields of the message
	 * if there are any, and what is sent then, a text or a pattern for the same chat, or `[phone, text]`.
	 */
	async converse(lines) {
		for (const [phone, text, ...rest] of lines) {
			const more = rest[0]?.constructor === Object ? rest.shift() : {};
			const before = (await this.sent()).length;
			await this.andSettle(async () => await this.play(phone, text, more));
			const sent = (await this.sent()).slice(before).toSorted();
			const expected = rest.map((reply) => (Array.isArray(reply) ? reply : [phone, reply])).toSorted();
			const matching = sent.map(([chat, reply], index) => {
				const wanted = expected[index]?.[1];
				return [chat, wanted instanceof RegExp && wanted.test(reply) ? wanted : reply];
			});
			assert.deepEqual(matching, expected, text);
		}
	}

	/** Delivers texts `[phone, text, more]` in one delivery, with `more` fields, and waits for its execution. */
	async deliverTogether(texts) {
		const [{ headers }] = await listWebhooks(this.demo.sandbox, `${this.demo.n8n.url}${this.triggerPath}`);
		const events = texts.map(([phone, text, more]) => ({
			id: randomUUID(),
			event: 'message',
			instanceId: this.instanceId,
			fromMe: false,
			remoteJid: `${phone}@s.whatsapp.net`,
			type: 'text',
			content: { text },
			...more,
		}));
		const deliver = async () => await post(`${this.demo.n8n.url}${this.triggerPath}`, events, headers);
		await this.andSettle(async () => assert.equal((await deliver()).status, 200));
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
		const bodies = (await sentBodies(this.demo)).slice(this.alreadySent);
		return bodies.map(({ remoteJid, content }) => [remoteJid.replace('@s.whatsapp.net', ''), content.text]);
	}

	/** Returns the items of a node in all executions, the oldest first. */
	async itemsOf(name) {
		const executions = (await this.executions()).toSorted((a, b) => a.id - b.id);
		const items = [];
		for (const { id } of executions) items.push(...((await this.demo.api.readOutput(id, name)) ?? []));
		return items;
	}

	/** Returns a data table. */
	async table(name) {
		return await DataTable.find(this.demo.api, name);
	}

	/** Returns the rows of a data table. */
	async rows(name) {
		return await (await this.table(name)).rows();
	}

	/** Unpublishes it, so that it does not react to the messages of other tests. */
	async remove() {
		await this.demo.api.unpublish(this.id);
	}
}
