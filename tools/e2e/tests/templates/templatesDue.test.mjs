import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpQuietDemo } from '../support/demo.mjs';
import { ana, ben, eve, importTemplate } from './importedTemplate.mjs';

/** The templates that send what the day asks for, on days that the tests choose. */

let demo;
setUpQuietDemo('templatesDue', (started) => (demo = started));

const noon = (day) => `${day}T15:00:00Z`;

/** Runs a template on several days, twice on each, and checks who gets which text. */
async function checkDays(file, rows, days, setUp = async () => {}) {
	for (const [index, [day, ...expected]] of days.entries()) {
		const template = await importTemplate(demo, file, { settings: { today: noon(day) } });
		if (index === 0) {
			await (await template.table(rows.table)).insert(...rows.rows);
			await setUp(template);
		}
		await template.start('Every morning');
		await template.start('Every morning');
		assert.deepEqual((await template.sent()).toSorted(), expected.toSorted(), day);
		await template.remove();
	}
}

test('a birthday is greeted once a year, 29 February on the day before in other years, and nobody who opted out', async () => {
	const text = (name) => `Happy birthday, ${name}! Today you get a coffee from us.`;
	const rows = [
		{ phone: `+${ana}`, name: 'Ana $&', birthday: '1990-05-03' },
		{ phone: `+${ben}`, name: 'Ben', birthday: '02-29' },
		{ phone: `+1 (202) 555-0199`, name: 'Eve', birthday: '05-03' },
		{ phone: '12', name: 'Nobody', birthday: '05-03' },
		{ phone: `+${ana}`, name: 'Odd', birthday: '3 May' },
	];
	const optOut = async (template) =>
		await (await template.table('Opt-out list')).insert({ person: `+${eve}`, message: 'STOP' });
	await checkDays(
		'birthday.json',
		{ table: 'Birthdays', rows },
		[
			['2026-05-02'],
			['2026-05-03', [ana, text('Ana $&')]],
			['2027-05-03', [ana, text('Ana $&')]],
			['2027-02-28', [ben, text('Ben')]],
			['2028-02-28'],
			['2028-02-29', [ben, text('Ben')]],
		],
		optOut,
	);
});

test('a payment is reminded of once per step until it is paid, also after days without n8n', async () => {
	const link = 'https://pay.example.com/1';
	const rows = [
		{ phone: `+${ana}`, name: 'Ana', amount: '€ 10', dueDate: '2026-05-10', paid: false, paymentLink: link },
		{ phone: `+${ben}`, name: 'Ben', amount: '5', dueDate: '2026-05-10', paid: true },
		{ phone: `+${eve}`, name: 'Eve', amount: '5', dueDate: 'soon', paid: false },
	];
	const [ahead, today, past] = [
		'is due on 2026-05-10.',
		'is due today.',
		'was due on 2026-05-10. If you have paid, please ignore this.',
	];
	const text = (when) => [ana, `Hello Ana, your payment of € 10 ${when} ${link}`];
	await checkDays('payment-reminders.json', { table: 'Payments', rows }, [
		['2026-05-06'],
		['2026-05-08', text(ahead)],
		['2026-05-10', text(today)],
		['2026-05-12'],
		['2026-05-21', text(past)],
		['2026-05-22'],
		['2026-07-01'],
	]);
});
