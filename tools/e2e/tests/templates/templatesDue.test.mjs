import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locator, node, post, webhookNode } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { findNode, readTemplate } from '../support/templates.mjs';
import { failNext, publish } from '../support/workflows.mjs';
import { ana, ben, eve, importTemplate } from './importedTemplate.mjs';
import { calendarWith, startMailServer } from './standIns.mjs';

/** The templates that a schedule, another workflow or a status starts, with stand-ins for a calendar and mail. */

let demo;
setUpQuietDemo('templatesDue', (started) => (demo = started));

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const event = (id, description, start = { dateTime: tomorrow }) => ({
	id,
	summary: `Haircut ${id}`,
	description,
	start,
});

test('each appointment gets one reminder, and each yes or no of its person is recorded for one of them', async () => {
	const events = [
		event('a', 'Phone: +1 (202) 555-0143, first visit'),
		event('b', '<p>+1 202 555 0178</p>', { date: tomorrow.slice(0, 10) }),
		event('c', 'Call 202 555 0100'),
		event('d', undefined),
		event('e', '+1 202 555 0199'),
		event('f', '+55 11 98765-4321'),
		event('g', '+1 202 555 0143'),
	];
	const template = await importTemplate(demo, 'appointment-reminders.json', {
		replace: { 'Appointments of the day': calendarWith(events) },
	});
	const rows = async () => await template.rows('Appointment reminders');
	const statuses = async () => (await rows()).map(({ status }) => status.split(':')[0]);
	const refused = { method: 'POST', path: '/messages', kind: 'status', status: 400, skip: 2 };
	await demo.sandbox.control('POST', 'faults', refused);
	await template.start('Every morning');
	await template.start('Every morning');
	const [[first, text], [second, allDay], ...others] = await template.sent();
	const brazil = '5511987654321';
	assert.deepEqual([first, second, ...others.map(([chat]) => chat)], [ana, ben, brazil, ana]);
	assert.match(text, /^Hello! You have an appointment: Haircut a, \w+day \d+ \w+, \d\d:\d\d\. Please reply 1/);
	assert.match(allDay, /: Haircut b, \w+day \d+ \w+\. Please/);
	assert.deepEqual(
		(await rows()).map(({ phone }) => phone),
		[ana, ben, eve, brazil, ana].map((digits) => `+${digits}`),
	);
	assert.deepEqual(await statuses(), ['sent', 'sent', 'failed', 'sent', 'sent']);

	await template.converse([
		[ana, 'Can I come later?'],
		[eve, '1'],
		['12025550111', 'yes'],
	]);
	assert.equal((await template.itemsOf('Any other message')).length, 3);

	const quote = (await rows())[4].messageId;
	const [thanks, sorry] = [/^Thank you, see you: Haircut/, /^Thank you for telling us that you cannot come: Haircut/];
	await template.converse([
		[ana, '2', sorry],
		[ana, 'Yes!', thanks],
		[ben, '2', sorry],
		[ben, '1', thanks],
		[ana, 'no', { quote }, sorry],
		// The address may lack the ninth digit of a Brazilian number.
		['551187654321', 'yes', thanks],
	]);
	assert.deepEqual(await statuses(), ['confirmed', 'confirmed', 'failed', 'confirmed', 'declined']);
	await template.remove();
});

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
	await demo.sandbox.control('POST', 'dialect', { name: 'wrapped' });
	await report(ids[1], 'read');
	await demo.sandbox.control('POST', 'dialect', { name: 'documented' });
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

test('a disconnected instance is reported once by e-mail with its QR code, until it was connected again', async () => {
	const mailServer = await startMailServer();
	const credentials = await mailServer.credentialsIn(demo.api);
	const template = await importTemplate(demo, 'disconnect-alert.json', { credentials });
	const instances = await demo.sandbox.control('GET', 'instances');
	const [first, ...others] = instances.filter(({ status }) => ['disconnected', 'error'].includes(status));
	const run = async () => {
		mailServer.mails.length = 0;
		// To connect is a change that starts it, too.
		await template.andSettle(async () => await post(template.starts['Every five minutes']));
		return mailServer.mails;
	};
	const reported = async () => (await template.rows('Reported instances')).map(({ instance }) => instance).toSorted();
	try {
		// The service refuses the first connection, so there is no QR code.
		const fault = { method: 'POST', path: `/instances/${first.id}/connect`, kind: 'status', status: 400 };
		await demo.sandbox.control('POST', 'faults', fault);
		const mails = await run();
		assert.equal(mails.length, others.length + 1);
		const withCode = mails.filter((mail) => /Content-Type: image\/png.*\r\niVBORw0KGgo/s.test(mail));
		assert.equal(withCode.length, others.length);
		const [without] = mails.filter((mail) => !withCode.includes(mail));
		assert.match(without, new RegExp(`Subject: ${first.name} is not connected`));
		assert.match(without.replaceAll('=\r\n', ''), /There is no QR code: .*400/);
		assert.deepEqual(await reported(), [first, ...others].map(({ id }) => id).toSorted());
		assert.equal((await run()).length, 0);

		const [{ id, name }] = others;
		await template.andSettle(async () => await demo.sandbox.control('POST', `instances/${id}/scan`, {}));
		assert.equal(mailServer.mails.length, 0);
		assert.ok(!(await reported()).includes(id));
		// The event alone reports it.
		await template.andSettle(async () => await demo.sandbox.request('POST', `/instances/${id}/disconnect`));
		assert.equal(mailServer.mails.length, 1);
		assert.ok(mailServer.mails[0].includes(name));
		assert.equal((await run()).length, 0);
	} finally {
		mailServer.close();
		await template.remove();
	}
});
