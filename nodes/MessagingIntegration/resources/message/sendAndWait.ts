import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { instanceId, recipient } from '../../fields/locators';
import { messageOptions } from '../../fields/messageOptions';
import { operation } from '../common/operation';

/**
 * Reference, section 4.19. The function `sendAndWait` runs it; n8n fixes the names of its fields for human review
 * of AI tools.
 */
export const sendAndWaitOperation = operation({
	name: 'Send and Wait for Response',
	value: SEND_AND_WAIT_OPERATION,
	action: 'Send message and wait for response',
	description:
		'Send a message with a link to approve, decline or answer, and wait for the response',
	request: 'POST /messages',
	fields: [
		instanceId,
		recipient,
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. May I publish the post?',
			description: 'Text of the message. The links for the response follow it.',
		},
		{
			displayName: 'Response Type',
			name: 'responseType',
			type: 'options',
			options: [
				{ name: 'Approval', value: 'approval', description: 'The recipient approves or declines' },
				{ name: 'Free Text', value: 'freeText', description: 'The recipient enters a text' },
			],
			default: 'approval',
			description: 'What the recipient can respond',
		},
		{
			displayName: 'Approval Options',
			name: 'approvalOptions',
			type: 'fixedCollection',
			placeholder: 'Add option',
			default: {},
			displayOptions: { show: { responseType: ['approval'] } },
			options: [
				{
					displayName: 'Values',
					name: 'values',
					values: [
						{
							displayName: 'Type of Approval',
							name: 'approvalType',
							type: 'options',
							options: [
								{ name: 'Approve Only', value: 'single' },
								{ name: 'Approve and Decline', value: 'double' },
							],
							default: 'double',
							description: 'Which links the message contains',
						},
						{
							displayName: 'Approve Label',
							name: 'approveLabel',
							type: 'string',
							default: '✓ Approve',
							description: 'Label of the link and the button to approve',
						},
						{
							displayName: 'Decline Label',
							name: 'disapproveLabel',
							type: 'string',
							default: '✗ Decline',
							displayOptions: { show: { approvalType: ['double'] } },
							description: 'Label of the link and the button to decline',
						},
					],
				},
			],
		},
		messageOptions,
	],
});
