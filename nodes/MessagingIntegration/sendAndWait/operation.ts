import { choicesOf, groupOf, property } from '../../shared/property';
import { instanceId, recipient, replyTo } from '../fields/fields';
import { formProperties } from './formProperties';
import { UserError } from '../../shared/userError';
import { operation } from '../resources/common/operation';

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
