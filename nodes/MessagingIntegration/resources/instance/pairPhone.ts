import type { Operation } from '../common/operation';
import { instanceId } from '../../fields/locators';
import { pairingBody } from '../../input/prepare';

/** Reference, section 4.3. */
export const pairPhone: Operation = {
	option: {
		name: 'Pair Phone',
		value: 'pairPhone',
		action: 'Pair a phone with an instance',
		description: 'Start pairing a phone number with a pairing code',
		routing: {
			request: { method: 'POST', url: '/instances/{instanceId}/pair-phone' },
			send: { preSend: [pairingBody] },
		},
	},
	fields: [
		instanceId,
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 5511987654321',
			description:
				'Phone number with country code. The node removes "+", spaces, parentheses, dots and dashes.',
		},
		{
			displayName: 'Pairing Code',
			name: 'pairingCode',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. ABCD1234',
			description: 'Pairing code of 8 letters or digits',
		},
	],
};
