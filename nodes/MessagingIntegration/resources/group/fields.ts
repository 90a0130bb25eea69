import type { INodeProperties } from 'n8n-workflow';

/** Phone numbers; preSend functions split and normalize them. */
export const participants: INodeProperties = {
	displayName: 'Participants',
	name: 'participants',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. 5511987654321, 5521912345678',
	description:
		'Phone numbers with country code, separated by commas or new lines. The node removes "+", spaces, parentheses, dots and dashes.',
};
