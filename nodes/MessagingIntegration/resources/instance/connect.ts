import { operation } from '../common/operation';
import { instanceId } from '../../fields/locators';
import { binaryPropertyName } from '../../fields/output';
import { boolean } from '../../input/readers';
import { qrCodeAsImage } from './qrCode';

/** Reference, section 4.2. */
export const connect = operation({
	name: 'Connect',
	value: 'connect',
	action: 'Connect instance',
	description: 'Start connecting an instance and get the QR code or pairing code for the phone',
	request: 'POST /instances/{instanceId}/connect',
	body: { pairingCode: boolean },
	fields: [
		instanceId,
		{
			displayName: 'Use Pairing Code',
			name: 'pairingCode',
			type: 'boolean',
			default: false,
			hint: 'Connect with a code instead of a QR code. Next, add Pair Phone and drag qrcode.pairingCode into it.',
			description:
				'Whether to get a pairing code of 8 letters or digits instead of a QR code to scan',
		},
		binaryPropertyName,
	],
	returns: qrCodeAsImage,
});
