import { choicesOf, property } from '../../shared/property';
import type { INodeProperties } from 'n8n-workflow';

/** The reference (section 6) does not document how the service signs deliveries, so every detail is a setting. */
const settings: INodeProperties[] = [
	property('options', 'Algorithm', 'algorithm', {
		options: choicesOf({ sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' }),
		default: 'sha256',
		description: 'Hash function of the signature',
	}),
	property('options', 'Encoding', 'encoding', {
		options: choicesOf({ base64: 'Base64', hex: 'Hexadecimal' }),
		default: 'hex',
		description: 'Encoding of the signature',
	}),
	property('string', 'Header Name', 'headerName', {
		default: 'x-signature',
		description: 'Header that contains the signature',
	}),
	property('string', 'ID Header', 'idHeader', {
		default: 'webhook-id',
		description: 'Header that contains the ID of the delivery, if the ID is part of the signed content',
	}),
	property('string', 'Prefix', 'prefix', {
		placeholder: 'e.g. sha256=',
		description:
			'Text before each signature, e.g. "v1," in Standard Webhooks. The header may contain several signatures, separated by spaces or commas.',
	}),
	property('string', 'Secret', 'secret', {
		typeOptions: { password: true },
		description:
			'Shared secret of the webhook. If empty, the trigger uses the Webhook Secret of the credentials or, with automatic registration, generates a secret. Prefer to leave it empty, because n8n exports a secret entered here with the workflow.',
	}),
	property('options', 'Signed Content', 'signedContent', {
		options: [
			{ name: 'Body', value: 'body' },
			{ name: 'ID, Timestamp and Body', value: 'id.timestamp.body', description: 'As in Standard Webhooks' },
			{ name: 'Timestamp and Body', value: 'timestamp.body' },
		],
		default: 'body',
		description: 'Content that the service signs; several parts are joined by full stops',
	}),
	property('string', 'Timestamp Header', 'timestampHeader', {
		default: 'webhook-timestamp',
		description:
			'Header that contains the time of the delivery in seconds or milliseconds since 1970, if the time is part of the signed content. If the header is missing, the trigger reads the "t=" value next to the signatures.',
	}),
	property('number', 'Tolerance (Minutes)', 'tolerance', {
		typeOptions: { minValue: 1 },
		default: 5,
		description:
			'Maximum difference between the signed timestamp and the current time. The trigger rejects older deliveries, because an attacker may have recorded and resent them.',
	}),
];

export const hmac = property('collection', 'HMAC', 'hmac', {
	placeholder: 'Add option',
	// All settings, so that the form shows them at once.
	default: { ...Object.fromEntries(settings.map((each) => [each.name, each.default])) },
	displayOptions: { show: { verification: ['hmac'] } },
	description:
		'How the service signs deliveries, as its dashboard says. If it does not say, set Verification to None for one test event and turn on Include Headers to see the signature.',
	options: settings,
});
