import type { INodeProperties } from 'n8n-workflow';
import { booleanField, numberField, optionsField, stringField } from '../../shared/formFields';

const isForm = { responseType: ['customForm'] };
const CHOICES = ['checkbox', 'dropdown', 'radio'];

const EXAMPLE = [
	{ fieldLabel: 'Name', requiredField: true },
	{
		fieldLabel: 'Day',
		fieldType: 'dropdown',
		fieldOptions: { values: [{ option: 'Monday' }, { option: 'Friday' }] },
	},
];

/** In the order of n8n's Form node. */
const elementProperties: INodeProperties[] = [
	stringField('Label', 'fieldLabel', 'Label of the element, also its name in the output', {
		required: true,
		placeholder: 'e.g. What is your name?',
	}),
	optionsField('Element Type', 'fieldType', 'text', 'What the recipient can enter', [
		{ name: 'Checkboxes', value: 'checkbox' },
		{ name: 'Date', value: 'date' },
		{ name: 'Dropdown', value: 'dropdown' },
		{ name: 'Email', value: 'email' },
		{ name: 'Number', value: 'number' },
		{ name: 'Radio Buttons', value: 'radio' },
		{ name: 'Text Input', value: 'text' },
		{ name: 'Textarea', value: 'textarea' },
	]),
	{
		displayName: 'Field Options',
		name: 'fieldOptions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add field option',
		default: { values: [{ option: '' }] },
		displayOptions: { show: { fieldType: CHOICES } },
		description: 'What the recipient can choose',
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [{ displayName: 'Option', name: 'option', type: 'string', default: '' }],
			},
		],
	},
	booleanField(
		'Multiple Choice',
		'multiselect',
		false,
		'Whether the recipient can choose several options',
		{ displayOptions: { show: { fieldType: ['dropdown'] } } },
	),
	stringField('Placeholder', 'placeholder', 'Example that the empty field shows', {
		placeholder: 'e.g. Ana Souza',
		displayOptions: { show: { fieldType: ['email', 'number', 'text', 'textarea'] } },
	}),
	stringField(
		'Default Value',
		'defaultValue',
		'What the form contains at first: a text, a date such as 2026-12-31, or options, separated by commas',
		{ placeholder: 'e.g. São Paulo' },
	),
	booleanField('Required Field', 'requiredField', false, 'Whether the recipient has to fill it in'),
];

/** The form of the response type Custom Form; the names and values are those of n8n's Form node. */
export const formProperties: INodeProperties[] = [
	optionsField(
		'Define Form',
		'defineForm',
		'fields',
		'How to define the form',
		[
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		{ noDataExpression: true, displayOptions: { show: isForm } },
	),
	{
		displayName: 'Form Elements',
		name: 'formFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add form element',
		default: {},
		displayOptions: { show: { ...isForm, defineForm: ['fields'] } },
		description: 'What the recipient fills in',
		options: [{ displayName: 'Values', name: 'values', values: elementProperties }],
	},
	{
		displayName: 'Form Fields',
		name: 'jsonOutput',
		type: 'json',
		typeOptions: { rows: 5 },
		default: JSON.stringify(EXAMPLE, null, 2),
		displayOptions: { show: { ...isForm, defineForm: ['json'] } },
		description:
			"Form elements in the format of n8n's Form node, without files, HTML and passwords",
	},
];

/** A text that the user may replace. Empty, it is in the recipient's language. */
const textOption = (displayName: string, name: string, example: string, description: string) =>
	stringField(
		displayName,
		name,
		`${description}. By default, a text in the language of the option Language.`,
		{ placeholder: `e.g. ${example}` },
	);

const ownOptions: INodeProperties[] = [
	optionsField(
		'Language',
		'language',
		'auto',
		'Language of the texts that you do not set yourself: the label of the link in the message, and the page',
		[
			{
				name: 'Automatic',
				value: 'auto',
				description:
					"The page is in the language of the recipient's browser, the message in English",
			},
			{ name: 'English', value: 'en' },
			{ name: 'Portuguese', value: 'pt' },
			{ name: 'Spanish', value: 'es' },
		],
	),
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'fixedCollection',
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		description:
			'When to continue without a response. The output is then the input items, which have no field "data".',
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					optionsField('Limit Type', 'limitType', 'afterTimeInterval', 'How to specify the limit', [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					]),
					numberField('Amount', 'resumeAmount', 1, 'How long to wait', {
						typeOptions: { minValue: 0, numberPrecision: 2 },
						displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					}),
					optionsField(
						'Unit',
						'resumeUnit',
						'hours',
						'Unit of the amount',
						[
							{ name: 'Minutes', value: 'minutes' },
							{ name: 'Hours', value: 'hours' },
							{ name: 'Days', value: 'days' },
						],
						{ displayOptions: { show: { limitType: ['afterTimeInterval'] } } },
					),
					{
						displayName: 'Max Date and Time',
						name: 'maxDateAndTime',
						type: 'dateTime',
						default: '',
						displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
						description: 'Until when to wait',
					},
				],
			},
		],
	},
	textOption(
		'Link Label',
		'messageButtonLabel',
		'Respond',
		'Text in front of the link in the message',
	),
	{
		...textOption(
			'Response Form Button Label',
			'responseFormButtonLabel',
			'Send Response',
			'Label of the button of the form',
		),
		displayOptions: { show: { '/responseType': ['customForm', 'freeText'] } },
	},
	stringField(
		'Response Form Description',
		'responseFormDescription',
		'Text of the page above the form or the buttons. By default, the message.',
		{ typeOptions: { rows: 2 }, placeholder: 'e.g. Please respond by Friday.' },
	),
	textOption(
		'Response Form Title',
		'responseFormTitle',
		'Your response is requested',
		'Title of the page',
	),
	textOption(
		'Thank-You Text',
		'formSubmittedText',
		'Your response was recorded.',
		'Text of the page after the response',
	),
];

/** The options that only Send and Wait has; their names are those of n8n's own nodes. */
export const sendAndWaitOptions = ownOptions.map((option) => {
	const show = { '/operation': ['sendAndWait'], ...option.displayOptions?.show };
	return { ...option, displayOptions: { show } };
});
