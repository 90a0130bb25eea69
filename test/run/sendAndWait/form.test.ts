import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { useInstantClock } from '../../support/instantClock';
import { expectLines } from '../../support/project';
import { waitingExecution } from '../support/waitingExecution';

/** The forms of the response type Custom Form; sendAndWait.test.ts has those that are refused. */

useInstantClock();

const fieldOptions = { values: [{ option: 'Red' }, { option: 'a "b" & <c>' }, { option: 'x\ny' }] };
const everything = [
	{ fieldLabel: 'Text <b>', fieldType: 'text' },
	{ fieldLabel: 'Area', fieldType: 'textarea' },
	{ fieldLabel: 'Number', fieldType: 'number' },
	{ fieldLabel: 'Email', fieldType: 'email' },
	{ fieldLabel: 'Date', fieldType: 'date' },
	{ fieldLabel: 'One', fieldType: 'dropdown', fieldOptions },
	{ fieldLabel: 'Several', fieldType: 'dropdown', multiselect: true, fieldOptions },
	{ fieldLabel: 'Boxes', fieldType: 'checkbox', fieldOptions },
	// What remains of a dropdown is ignored.
	{ fieldLabel: 'Radio', fieldType: 'radio', fieldOptions, multiselect: true },
];
const names = everything.map(({ fieldLabel }) => fieldLabel);

const asking = (fields: INodeParameters[], more: INodeParameters = {}) =>
	waitingExecution('Ask', { message: 'Well?', responseType: 'customForm', formFields: { values: fields }, ...more });

const bodyOf = (values: unknown[]) => Object.fromEntries(values.map((value, index) => [`field-${index}`, value]));

/** As many characters and line breaks as a browser allows. */
const longest = `${'x\r\n'.repeat(4999)}xy`;

test.each([
	['fields', asking(everything)],
	['JSON', asking([], { defineForm: 'json', jsonOutput: JSON.stringify(everything) })],
	['a JSON expression', asking([], { defineForm: 'json', jsonOutput: everything as never })],
])('a form of %s returns the value of each element by its label', async (_what, ask) => {
	const { output } = await ask('POST', {
		body: bodyOf([
			' 007 ',
			longest,
			'-1.5e3',
			'ana@example.com',
			'2028-02-29',
			'a "b" & <c>',
			['Red', 'x y', 'Red'],
			'Red',
			'x y',
		]),
	});
	const values = ['007', longest, -1500, 'ana@example.com', '2028-02-29'];
	const choices = ['a "b" & <c>', ['Red', 'x y'], ['Red'], 'x y'];
	const expected = Object.fromEntries([...values, ...choices].map((each, n) => [names[n], each]));
	expect(output).toEqual({ data: expected });
});

test('empty elements that are not required are null or an empty list', async () => {
	for (const body of [undefined, {}, bodyOf(names.map(() => ' ')), bodyOf(names.map(() => []))]) {
		const { output } = await asking(everything)('POST', { body });
		const { data } = output as { data: object };
		expect(Object.values(data)).toEqual([...Array<null>(6).fill(null), [], [], null]);
	}
});

test('a number keeps all its digits: what JavaScript would change is a text', async () => {
	const digits = fc.stringMatching(/^-?[1-9]\d{0,47}$/, { size: 'max' });
	await fc.assert(
		fc.asyncProperty(digits, async (entered) => {
			const { output } = await asking([{ fieldLabel: 'N', fieldType: 'number' }])('POST', { body: bodyOf([entered]) });
			expect(String((output as { data: { N: unknown } }).data.N)).toBe(entered);
		}),
		{ numRuns: 50 },
	);
});

test('the page has each element as it is at first, then with what was entered and what is wrong', async () => {
	const defaults = [
		'Ana "<b>"',
		'\n</textarea>',
		'5',
		'a@b.example',
		'2026-12-31T10:00:00',
		'Red',
		'Red, x y',
		'Red',
		'x y',
	];
	const fields = everything.map((each, index) => ({
		...each,
		defaultValue: defaults[index]!,
		requiredField: index !== 3,
		placeholder: 'e.g. <b>',
	}));
	const ask = asking(fields);
	const empty = asking(everything.slice(0, 6));
	const body = bodyOf(['Ana "<b>"', '', '', 'a', '', '', '', ['Red'], 'Blue']);
	const responses = [await ask('GET'), await ask('POST', { body }), await empty('GET')];
	const pages = responses.map(({ response }) => `${response.statusCode} ${/<form[^]*<\/form>/.exec(response.html)}`);
	expectLines('run/sendAndWait/form.txt', pages);
});

const refused: Array<[number, string, unknown[]]> = [
	[5, 'Choose from the options.', ['red', 'x\ny', '__proto__']],
	[6, 'Choose from the options.', ['Blue', ['Red', 'Blue']]],
	[8, 'Choose from the options.', ['constructor', 7]],
];

test.each(refused)('element %i is refused with "%s"', async (index, problem, values) => {
	for (const value of values) {
		const body = { [`field-${index}`]: value };
		const { response, output } = await asking(everything)('POST', { body });
		expect([response.statusCode, output]).toEqual([422, undefined]);
		expect(response.html).toContain(`id="field-${index}-error">${problem}<`);
		expect(response.html.length).toBeLessThan(40_000);
	}
});

test('a body with other fields, values and structures changes nothing', async () => {
	const hostile = {
		'field-9': 'x',
		'field--1': 'x',
		'field-00': 'x',
		Text: 'x',
		approved: 'true',
		'field-0': { a: 1 },
		'field-1': [[['x']]],
		'field-2': null,
		'field-3': true,
	};
	const files = { 'field-0': 'x' };
	for (const body of [hostile, [hostile], 'field-0=x', 7, null, { data: hostile, files }]) {
		const { output } = await asking(everything)('POST', { body });
		const { data } = output as { data: object };
		expect(Object.keys(data)).toEqual(names);
		expect(Object.values(data).flat()).toEqual(Array(7).fill(null));
	}
});
