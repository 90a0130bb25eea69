import type { INodeProperties } from 'n8n-workflow';
import { choicesOf, groupOf, property } from '../../shared/property';

const isForm = { responseType: ['customForm'] };
const CHOICES = ['checkbox', 'dropdown', 'radio'];

const EXAMPLE = [
	{ fieldLabel: 'Name', requiredField: true },
	{ fieldLabel: 'Day', fieldType: 'dropdown', fieldOptions: { values: [{ option: 'Monday' }, { option: 'Friday' }] } },
];

/** In the order of n8n's Form node. */
const elementProperties: INodeProperties[] = [
	property('string', 'Label', 'fieldLabel', {
		required: true,
		placeholder: 'e.g. What is your name?',
		description: 'Label of the element, also its name in the output',
	}),
	property('options', 'Element Type', 'fieldType', {
		options: choicesOf({
			checkbox: 'Checkboxes',
			date: 'Date',
			dropdown: 'Dropdown',
			email: 'Email',
			number: 'Number',
			radio: 'Radio Buttons',
			text: 'Text Input',
			textarea: 'Textarea',
		}),
		default: 'text',
		description: 'What the recipient can enter',
	}),
	property('fixedCollection', 'Field Options', 'fieldOptions', {
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add field option',
		default: { values: [{ option: '' }] },
		displayOptions: { show: { fieldType: CHOICES } },
		description: 'What the recipient can choose',
		options: groupOf([property('string', 'Option', 'option')]),
	}),
	property('boolean', 'Multiple Choice', 'multiselect', {
		displayOptions: { show: { fieldType: ['dropdown'] } },
		description: 'Whether the recipient can choose several options',
	}),
	property('string', 'Placeholder', 'placeholder', {
		placeholder: 'e.g. Ana Souza',
		displayOptions: { show: { fieldType: ['email', 'number', 'text', 'textarea'] } },
		description: 'Example that the empty field shows',
	}),
	property('string', 'Default Value', 'defaultValue', {
		placeholder: 'e.g. São Paulo',
		description: 'What the form contains at first: a text, a date such as 2026-12-31, or options, separated by commas',
	}),
	property('boolean', 'Required Field', 'requiredField', {
		description: 'Whether the recipient has to fill it in',
	}),
];

/** The form of the response type Custom Form; the names and values are those of n8n's Form node. */
export const formProperties: INodeProperties[] = [
	property('options', 'Define Form', 'defineForm', {
		noDataExpression: true,
		options: choicesOf({ fields: 'Using Fields Below', json: 'Using JSON' }),
		default: 'fields',
		displayOptions: { show: isForm },
		description: 'How to define the form',
	}),
	property('fixedCollection', 'Form Elements', 'formFields', {
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add form element',
		displayOptions: { show: { ...isForm, defineForm: ['fields'] } },
		description: 'What the recipient fills in',
		options: groupOf(elementProperties),
	}),
	property('json', 'Form Fields', 'jsonOutput', {
		typeOptions: { rows: 5 },
		default: JSON.stringify(EXAMPLE, null, 2),
		displayOptions: { show: { ...isForm, defineForm: ['json'] } },
		description: "Form elements in the format of n8n's Form node, without files, HTML and passwords",
	}),
];
