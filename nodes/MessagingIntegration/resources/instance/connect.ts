import type { Operation } from '../common/operation';
import { binaryPropertyName } from '../../fields/binary';
import { instanceId } from '../../fields/locators';
import { requireBooleans, requireOutputField } from '../../input/required';
import { qrCodeAsImage } from './qrCode';

/** Reference, section 4.2. */
export const connect: Operation = {
	option: {
		name: 'Connect',
		value: 'connect',
		action: 'Connect instance',
		description: 'Start connecting an instance and get the QR code or pairing code for the phone',
		routing: {
			request: { method: 'POST', url: '/instances/{instanceId}/connect' },
			send: { preSend: [requireBooleans('pairingCode'), requireOutputField] },
			operations: { pagination: qrCodeAsImage },
		},
	},
	fields: [
		instanceId,
		{
			displayName: 'Use Pairing Code',
			name: 'pairingCode',
			type: 'boolean',
			default: false,
			description:
				'Whether to get an 8-digit pairing code to enter on the phone instead of a QR code to scan',
		},
		binaryPropertyName,
	],
};
