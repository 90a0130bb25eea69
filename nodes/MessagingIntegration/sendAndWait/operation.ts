import type { INodeProperties } from 'n8n-workflow';
import { choicesOf, groupOf, property } from '../../shared/property';
import { instanceId, recipient, replyTo } from '../fields/fields';
import { UserError } from '../../shared/userError';
import { operation } from '../resources/common/operation';

const isForm = { responseType: ['customForm'] };

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
		displayOptions: { show: { fieldType: ['checkbox', 'dropdown', 'radio'] } },
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
const formProperties: INodeProperties[] = [
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
		default: '[{ "fieldLabel": "Name", "requiredField": true }]',
		displayOptions: { show: { ...isForm, defineForm: ['json'] } },
		description: "Form elements in the format of n8n's Form node, without files, HTML and passwords",
	}),
];

/** Reference, section 4.19. For human review of AI tools, n8n fixes the names of its fields. */
export const sendAndWaitOperation = operation({
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Send a message with a link to a page for the response, and wait for it',
	request: 'POST /messages',
	// n8n calls the function instead, except in a tool of an agent that calls its tools directly.
	body: () => {
		throw new UserError(
			'This agent cannot wait for a response',
			'Nothing was sent. Choose another operation for this tool, e.g. Send Text.',
		);
	},
	fields: [
		instanceId,
		recipient,
		property('string', 'Message', 'message', {
			typeOptions: { rows: 4 },
			required: true,
			placeholder: 'e.g. May I publish the post?',
			description: 'Text of the message. A link to the page for the response follows it.',
			hint: 'To change the language of the link and the page, add Language under Options',
		}),
		property('options', 'Response Type', 'responseType', {
			options: [
				{ name: 'Approval', value: 'approval', description: 'The recipient approves or declines' },
				{ name: 'Custom Form', value: 'customForm', description: 'The recipient fills in a form' },
				{ name: 'Free Text', value: 'freeText', description: 'The recipient enters a text' },
			],
			default: 'approval',
			description: 'What the recipient can respond',
			hint: 'An approval is given only if data.approved is true. Check it with an If node: the workflow also continues after a no, and when the time runs out.',
		}),
		...formProperties,
		property('fixedCollection', 'Approval Options', 'approvalOptions', {
			placeholder: 'Add option',
			displayOptions: { show: { responseType: ['approval'] } },
			options: groupOf([
				property('options', 'Type of Approval', 'approvalType', {
					options: choicesOf({ single: 'Approve Only', double: 'Approve and Decline' }),
					default: 'double',
					description: 'Which buttons the page has',
				}),
				property('string', 'Approve Label', 'approveLabel', {
					placeholder: 'e.g. ✓ Approve',
					description: "Label of the button to approve. By default, a text in the recipient's language.",
				}),
				property('string', 'Decline Label', 'disapproveLabel', {
					placeholder: 'e.g. ✗ Decline',
					displayOptions: { show: { approvalType: ['double'] } },
					description: "Label of the button to decline. By default, a text in the recipient's language.",
				}),
			]),
		}),
		replyTo,
	],
});
