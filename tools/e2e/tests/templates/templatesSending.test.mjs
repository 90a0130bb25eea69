import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../processes/polling.mjs';
import { locator, node, post, webhookNode } from '../../n8n/workflows.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { findNode, readTemplate } from '../support/templates.mjs';
import { failNext, publish } from '../support/workflows.mjs';
import { ana, ben, eve, importTemplate } from './importedTemplate.mjs';
import { startMailServer } from './standIns.mjs';

/** The templates that send what a table, a shop or another workflow asks for. */

let demo;
setUpQuietDemo('templatesSending', (started) => (demo = started));

test('what is due is sent once, also by two runs at once, and each row has its outcome', async () => {
	const template = await importTemplate(demo, 'send-later.json');
	const table = await template.table('Scheduled messages');
	const at = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString();
	const inIndia = (minutes) => at(minutes + 5.5 * 60).replace('Z', '+05:30');
	for (const [phone, text, sendAt, status] of [
		[`+${ana}`, 'Second', inIndia(-1)],
		[`+${ana}`, 'First', at(-2)],
		['555 0143', 'To nobody', at(-1)],
		[`+${ben}`, 'Tomorrow', at(24 * 60)],
		[`+${ben}`, 'Without a time', null],
		[`+${ben}`, 'Sent before', at(-1), 'sent'],
	])
		await table.insert({ phone, text, sendAt, status: status ?? null });
	const runTwice = async () =>
		await template.andWait(
			async () => await Promise.all([1, 2].map(async () => await post(template.starts['Every minute']))),
			2,
		);
	const statuses = async () => (await table.rows()).map(({ status }) => status?.split(':')[0] ?? '');
	await runTwice();
	assert.deepEqual((await template.sent()).toSorted(), [
		[ana, 'First'],
		[ana, 'Second'],
	]);
	const outcomes = ['sent', 'sent', 'failed', '', '', 'sent'];
	assert.deepEqual(await statuses(), outcomes);

	await failNext(demo, { kind: 'resetAfterWork' });
	await table.insert({ phone: `+${eve}`, text: 'Lost response', sendAt: at(-1), status: null });
	await template.start('Every minute');
	assert.deepEqual(await statuses(), [...outcomes, 'unclear']);
	await table.insert({ phone: `+${ben}`, text: 'Later', sendAt: at(0.02), status: null });
	await waitUntil(async () => {
		await template.start('Every minute');
		return (await statuses()).at(-1) === 'sent';
	}, 'the message that became due');
	assert.deepEqual((await template.sent()).slice(2), [
		[eve, 'Lost response'],
		[ben, 'Later'],
	]);
	assert.deepEqual(await statuses(), [...outcomes, 'unclear', 'sent']);
	await template.remove();
});

test('a status updates the row of its message and never goes back, and what is not delivered is reported once', async (t) => {
	const mailServer = await startMailServer();
	t.after(() => mailServer.close());
	const { parameters: waiting } = findNode(readTemplate('track-deliveries.json'), 'Wait for the row');
	const template = await importTemplate(demo, 'track-deliveries.json', {
		settings: { minutesToWait: 0.01 },
		replace: { 'Wait for the row': { parameters: { ...waiting, amount: 0.1 } } },
		credentials: await mailServer.credentialsIn(demo.api),
	});
	const jsCode = "return [{ json: $('Start').first().json.body }];";
	const call = node('Call', 'executeWorkflow', 1.2, { workflowId: locator(template.id) });
	const caller = await publish(demo, {
		name: 'Caller',
		nodes: [webhookNode(), node('Item', 'code', 2, { jsCode }), call],
	});
	for (const phone of [ana, ben, eve])
		// The status of a new message is the second execution.
		await template.andWait(async () => await post(caller.url, { phone: `+${phone}`, text: 'Ready' }), 2);
	const rows = async () => await template.rows('Sent messages');
	const statuses = async () => (await rows()).map(({ status }) => status);
	const ids = (await rows()).map(({ messageId }) => messageId);
	assert.deepEqual(await statuses(), ['sent', 'sent', 'sent']);

	const report = async (id, status) =>
		await template.andWait(async () => await demo.sandbox.control('POST', `messages/${id}/status`, { status }));
	await report(ids[1], 'delivered');
	assert.deepEqual(await statuses(), ['sent', 'delivered', 'sent']);
	for (const status of ['read', 'delivered', 'pending']) await report(ids[0], status);
	// The words of the platform's usual library.
	await demo.sandbox.control('POST', 'dialect', { events: 'raw' });
	await report(ids[1], 'read');
	await demo.sandbox.control('POST', 'dialect', { events: 'top' });
	const all = await demo.sandbox.control('GET', 'messages');
	await report(all.find(({ id }) => !ids.includes(id)).id, 'pending');
	assert.deepEqual(await statuses(), ['read', 'read', 'sent']);

	await template.start('Every two minutes');
	await template.start('Every two minutes');
	const [mail, ...others] = mailServer.mails;
	assert.deepEqual(others, []);
	assert.match(mail, new RegExp(`Subject: Not delivered: message to \\+${eve}`));
	await report(ids[2], 'delivered');
	assert.deepEqual(await statuses(), ['read', 'read', 'delivered']);
	await demo.api.unpublish(caller.id);
	await template.remove();
});

test('customers are told each later status of an order once, and nothing without the token of the shop', async () => {
	const token = { name: 'X-Shop-Token', value: 'a long secret' };
	const httpHeaderAuth = await demo.api.saveCredential({
		name: 'Shop',
		type: 'httpHeaderAuth',
		data: token,
	});
	const template = await importTemplate(demo, 'shop-orders.json', {
		credentials: { 'n8n-nodes-base.webhook': { httpHeaderAuth } },
	});
	const report = async (order, status, phone, headers = { [token.name]: token.value }) => {
		const body = { order, status, customer: { name: 'Ana $&', phone: `+${phone}` } };
		return await post(template.urls['Event of the shop'], body, headers);
	};
	assert.equal((await report(1, 'paid', ana, {})).status, 403);
	for (const [order, status, phone] of [
		[1, 'pending', ana],
		[1, 'paid', ana],
		[1, 'PAID', ana],
		[2, 'shipped', ben],
		[2, 'paid', ben],
		[1, 'delivered', ana],
		[1, 'shipped', ana],
		[1, 'refunded', ana],
	])
		await template.andWait(async () => await report(order, status, phone));
	const paid = (order) => `Hello Ana $&, thank you! We got your payment for order ${order}, and pack it now.`;
	assert.deepEqual(await template.sent(), [
		[ana, paid(1)],
		[ben, 'Hello Ana $&, your order 2 is on its way.'],
		[ana, 'Hello Ana $&, your order 1 has arrived. We hope that you like it!'],
	]);
	// The same event, several times at the same instant.
	const repeated = Array(5).fill(3);
	await template.andWait(
		async () => await Promise.all(repeated.map(async (order) => await report(order, 'paid', eve))),
		repeated.length,
	);
	assert.deepEqual((await template.sent()).slice(3), [[eve, paid(3)]]);
	await template.andWait(async () => await report(4, 'paid', '12'));
	const { order, status, problem } = (await template.rows('Shop orders')).at(-1);
	assert.deepEqual([order, status], ['4', 'paid']);
	assert.match(problem, /^Not told: .*"\+12"/);
	await template.remove();
});
