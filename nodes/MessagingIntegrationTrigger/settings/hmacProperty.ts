import type { INodeProperties } from 'n8n-workflow';

/** How the service signs deliveries; its reference does not show it (section 6), so everything about it is a setting. */
export const hmac: INodeProperties = {
	displayName: 'HMAC',
	name: 'hmac',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	displayOptions: { show: { verification: ['hmac'] } },
	description:
		'How the service signs deliveries. Its reference does not show it: look into its dashboard, or choose the verification None for a moment, turn on Include Headers and look at a test event.',
	options: [
		{
			displayName: 'Algorithm',
			name: 'algorithm',
			type: 'options',
			options: [
				{ name: 'SHA-1', value: 'sha1' },
				{ name: 'SHA-256', value: 'sha256' },
				{ name: 'SHA-512', value: 'sha512' },
			],
			default: 'sha256',
			description: 'Hash function of the signature',
		},
		{
			displayName: 'Encoding',
			name: 'encoding',
			type: 'options',
			options: [
				{ name: 'Base64', value: 'base64' },
				{ name: 'Hexadecimal', value: 'hex' },
			],
			default: 'hex',
			description: 'How the signature is written',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'x-signature',
			placeholder: 'e.g. x-signature',
			description: 'Header that carries the signature',
		},
		{
			displayName: 'ID Header',
			name: 'idHeader',
			type: 'string',
			default: 'webhook-id',
			description: 'Header with the ID of the delivery, if it is part of the signed content',
		},
		{
			displayName: 'Prefix',
			name: 'prefix',
			type: 'string',
			default: '',
			placeholder: 'e.g. sha256=',
			description:
				'Text before each signature, e.g. "v1," as Standard Webhooks has it. The header may carry several signatures, separated by spaces or commas.',
		},
		{
			displayName: 'Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Shared secret of the webhook. Better left empty: then it is the Webhook Secret of the credential or, with automatic registration, one that the trigger makes itself. What you enter here is exported with the workflow.',
		},
		{
			displayName: 'Signed Content',
			name: 'signedContent',
			type: 'options',
			options: [
				{ name: 'Body', value: 'body' },
				{
					name: 'ID, Timestamp and Body',
					value: 'id.timestamp.body',
					description: 'Joined by full stops, as Standard Webhooks has it (with the encoding Base64 and the prefix "v1,")',
				},
				{ name: 'Timestamp and Body', value: 'timestamp.body', description: 'Joined by a full stop' },
			],
			default: 'body',
			description: 'What the service signs',
		},
		{
			displayName: 'Timestamp Header',
			name: 'timestampHeader',
			type: 'string',
			default: 'webhook-timestamp',
			placeholder: 'e.g. webhook-timestamp',
			description:
				'Header with the time of the delivery, if it is part of the signed content: seconds or milliseconds since 1970. If this header is absent, a "t=" beside the signatures is read.',
		},
		{
			displayName: 'Tolerance',
			name: 'tolerance',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5,
			description:
				'How many minutes the signed timestamp may be off. A delivery that is older may have been recorded and sent again by somebody else, so it is refused.',
		},
	],
};
