import assert from 'node:assert/strict';
import { test } from 'node:test';
import { post } from '../../n8n/workflows.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { ana, ben, eve, importTemplate } from './importedTemplate.mjs';
import { calendarWith, startMailServer } from './standIns.mjs';

/** The templates that a schedule starts. A node with events is the stand-in for Google Calendar. */

let demo;
setUpQuietDemo('templatesSchedules', (started) => (demo = started));

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

	const strangers = ['Can I come later?', '1', 'yes'];
	await template.playAndWait(ana, strangers[0]);
	await template.playAndWait(eve, strangers[1]);
	await template.playAndWait('12025550111', strangers[2]);
	const ordinary = await template.itemsOf('Any other message');
	assert.deepEqual(
		ordinary.map((message) => message.text),
		strangers,
	);
	assert.equal((await template.sent()).length, 4);

	const quote = (await rows())[4].messageId;
	for (const [chat, answer, expected, more] of [
		[ana, '2', ['sent', 'sent', 'failed', 'sent', 'declined']],
		[ana, 'Yes!', ['confirmed', 'sent', 'failed', 'sent', 'declined']],
		[ben, '2', ['confirmed', 'declined', 'failed', 'sent', 'declined']],
		[ben, '1', ['confirmed', 'confirmed', 'failed', 'sent', 'declined']],
		[ana, 'yes', ['confirmed', 'confirmed', 'failed', 'sent', 'confirmed'], { quote }],
		[ana, 'no', ['confirmed', 'confirmed', 'failed', 'sent', 'declined']],
		// The address may lack the ninth digit of a Brazilian number.
		['551187654321', 'yes', ['confirmed', 'confirmed', 'failed', 'confirmed', 'declined']],
	]) {
		await template.playAndWait(chat, answer, more);
		assert.deepEqual(await statuses(), expected, `${chat}: ${answer}`);
	}
	assert.deepEqual(
		(await template.sent()).slice(4).map(([chat, reply]) => [chat, reply.split(',')[0]]),
		[
			[ana, 'Thank you for telling us that you cannot come: Haircut g'],
			[ana, 'Thank you'],
			[ben, 'Thank you for telling us that you cannot come: Haircut b'],
			[ben, 'Thank you'],
			[ana, 'Thank you'],
			[ana, 'Thank you for telling us that you cannot come: Haircut g'],
			['551187654321', 'Thank you'],
		],
	);
	assert.match((await template.sent())[5][1], /^Thank you, see you: Haircut a, .+\.$/);
	// Several answers in one delivery, each for its own person.
	await template.deliverTogether([
		[ben, 'no'],
		[eve, 'no'],
	]);
	assert.equal((await statuses())[1], 'declined');
	assert.equal((await template.itemsOf('Any other message')).at(-1).chatId, `${eve}@s.whatsapp.net`);
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
