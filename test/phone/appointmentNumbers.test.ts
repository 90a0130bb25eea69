import { readPhoneNumber } from '../../nodes/phone/phoneNumber';
import { readJson } from '../support/project';

/** The template "appointment-reminders" finds phone numbers in free text. */

const { nodes } = readJson<{ nodes: Array<{ name: string; parameters: { jsonOutput?: string } }> }>(
	'examples/appointment-reminders.json',
);
const { jsonOutput = '' } = nodes.find(({ name }) => name === 'Read the appointment')?.parameters ?? {};
const [, source = ''] = /\.match\(\/(.+)\/u\)/.exec(jsonOutput) ?? [];
const NUMBER = new RegExp(source, 'u');

test.each([
	['+49 30 123456\n12 Uhr', '4930123456'],
	['Telefon: +49 171 1234567\r\n2 Personen', '491711234567'],
	['Frau Müller, +49 30 123456, 12 Uhr', '4930123456'],
	['+1 (202) 555-0143', '12025550143'],
	['+1 202 555 0143 10:30', '12025550143'],
	['+44 7911 123456 2nd visit', '447911123456'],
	['Call +44 20 7946 0958.', '442079460958'],
	['+55 11 98765-4321\n2 pessoas', '5511987654321'],
	['+33 6 12 34 56 78\n2 personnes', '33612345678'],
	['<p>+33612345678</p>', '33612345678'],
])('in %j, the number is %s', (description, digits) => {
	expect(readPhoneNumber(NUMBER.exec(description)?.[0])).toEqual({ digits });
});

test.each([
	'+49 30 123456 12 Uhr',
	'+1 202 555 0143 2 persons',
	'+44 7911 123456 2',
	'+33 6 12 34 56 78 2 personnes',
	'+34 612 345 678 100 euros',
	'030 123456',
	'1 + 1234567',
	'',
])('in %j, no number is certain, so nobody is reminded', (description) => {
	expect(NUMBER.exec(description)).toBeNull();
});
