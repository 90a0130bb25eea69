import type { INodeProperties } from 'n8n-workflow';
import { booleanField, optionsField, stringField } from '../../../shared/formFields';

const displayOptions = { show: { responseType: ['customForm'] } };
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
	{
		displayName: 'Define Form',
		name: 'defineForm',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'fields',
		displayOptions,
		description: 'How to define the form',
	},
	{
		displayName: 'Form Elements',
		name: 'formFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add form element',
		default: {},
		displayOptions: { show: { ...displayOptions.show, defineForm: ['fields'] } },
		description: 'What the recipient fills in',
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: elementProperties,
			},
		],
	},
	{
		displayName: 'Form Fields',
		name: 'jsonOutput',
		type: 'json',
		typeOptions: { rows: 5 },
		default: JSON.stringify(EXAMPLE, null, 2),
		displayOptions: { show: { ...displayOptions.show, defineForm: ['json'] } },
		description:
			"Form elements in the format of n8n's Form node, without files, HTML and passwords",
	},
];
