import type { INodeProperties } from 'n8n-workflow';
import { numberField, optionsField, stringField } from '../../shared/formFields';

/** The reference (section 6) does not document how the service signs deliveries, so every detail is a setting. */
const settings: INodeProperties[] = [
	optionsField('Algorithm', 'algorithm', 'sha256', 'Hash function of the signature', [
		{ name: 'SHA-1', value: 'sha1' },
		{ name: 'SHA-256', value: 'sha256' },
		{ name: 'SHA-512', value: 'sha512' },
	]),
	optionsField('Encoding', 'encoding', 'hex', 'Encoding of the signature', [
		{ name: 'Base64', value: 'base64' },
		{ name: 'Hexadecimal', value: 'hex' },
	]),
	{
		displayName: 'Header Name',
		name: 'headerName',
		type: 'string',
		default: 'x-signature',
		placeholder: 'e.g. x-signature',
		description: 'Header that contains the signature',
	},
	{
		displayName: 'ID Header',
		name: 'idHeader',
		type: 'string',
		default: 'webhook-id',
		description:
			'Header that contains the ID of the delivery, if the ID is part of the signed content',
	},
	stringField(
		'Prefix',
		'prefix',
		'Text before each signature, e.g. "v1," in Standard Webhooks. The header may contain several signatures, separated by spaces or commas.',
		{ placeholder: 'e.g. sha256=' },
	),
	stringField(
		'Secret',
		'secret',
		'Shared secret of the webhook. If empty, the trigger uses the Webhook Secret of the credentials or, with automatic registration, generates a secret. Prefer to leave it empty, because n8n exports a secret entered here with the workflow.',
		{ typeOptions: { password: true } },
	),
	optionsField('Signed Content', 'signedContent', 'body', 'Content that the service signs', [
		{ name: 'Body', value: 'body' },
		{
			name: 'ID, Timestamp and Body',
			value: 'id.timestamp.body',
			description:
				'Joined by full stops, as in Standard Webhooks (with the encoding Base64 and the prefix "v1,")',
		},
		{
			name: 'Timestamp and Body',
			value: 'timestamp.body',
			description: 'Joined by a full stop',
		},
	]),
	{
		displayName: 'Timestamp Header',
		name: 'timestampHeader',
		type: 'string',
		default: 'webhook-timestamp',
		placeholder: 'e.g. webhook-timestamp',
		description:
			'Header that contains the time of the delivery in seconds or milliseconds since 1970, if the time is part of the signed content. If the header is missing, the trigger reads the "t=" value next to the signatures.',
	},
	numberField(
		'Tolerance (Minutes)',
		'tolerance',
		5,
		'Maximum difference between the signed timestamp and the current time. The trigger rejects older deliveries, because an attacker may have recorded and resent them.',
		{ typeOptions: { minValue: 1 } },
	),
];

export const hmacNotice: INodeProperties = {
	displayName:
		'Enter how the service signs deliveries, as its dashboard says; if it does not say, set Verification to None for one test event and turn on Include Headers to see the signature',
	name: 'hmacNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { verification: ['hmac'] } },
};

export const hmac: INodeProperties = {
	displayName: 'HMAC',
	name: 'hmac',
	type: 'collection',
	placeholder: 'Add option',
	// All settings, so that the form shows them at once.
	default: { ...Object.fromEntries(settings.map((each) => [each.name, each.default])) },
	displayOptions: { show: { verification: ['hmac'] } },
	description: 'How the service signs deliveries',
	options: settings,
};
