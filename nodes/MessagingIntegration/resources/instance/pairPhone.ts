import type { Operation } from '../common/operation';
import { preSend } from '../../execution/preSend';
import { instanceId } from '../../fields/locators';
import { inputError, phoneNumber, requireText } from '../../input/input';
import { bodyOf } from '../../input/required';

/** Sets the body fields `phone` and `pairingCode`, which has 8 characters (reference, sections 4.3 and 8). */
const pairingBody = preSend(function (options) {
	const code = requireText(this, 'pairingCode', this.getNodeParameter('pairingCode', '')).replace(
		/[\s-]/g,
		'',
	);
	if (!/^[a-z0-9]{8}$/i.test(code)) {
		throw inputError(
			this,
			`The pairing code has ${code.length} characters instead of 8`,
			'Enter the code shown by the Connect operation or on the phone: 8 letters or digits.',
		);
	}
	bodyOf(options).pairingCode = code;
	bodyOf(options).phone = phoneNumber(
		this,
		requireText(this, 'phone', this.getNodeParameter('phone', '')),
	);
});

/** Reference, section 4.3. */
export const pairPhone: Operation = {
	option: {
		name: 'Pair Phone',
		value: 'pairPhone',
		action: 'Pair phone with instance',
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
