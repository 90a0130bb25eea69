import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { instanceId } from '../../fields/fields';
import { type Reader, text } from '../../input/readers';
import { copiedNumber } from '../../input/recipients';

/** A pairing code has 8 characters (reference, sections 4.3 and 8). */
const pairingCode: Reader = (field) => {
	// Connect has a toggle of this name, whose value remains when the operation is changed.
	if (field.isBlank || typeof field.value === 'boolean')
		throw field.error(
			`The field "${field.label}" is empty`,
			'In Connect, turn on Use Pairing Code and run it. Then drag qrcode.pairingCode from its output into this field, so that its expression returns the code.',
		);
	const code = text(field).replace(/[\s-]/g, '');
	if (/^[a-z0-9]{8}$/i.test(code)) return code;
	throw field.error(
		'A pairing code has 8 letters or digits',
		'Enter the code that Connect returns with Use Pairing Code.',
	);
};

/** Reference, section 4.3. */
export const pairPhone = operation({
	name: 'Pair Phone',
	action: 'Pair phone with instance',
	description:
		'Start pairing a phone with a code, to be confirmed there; Get Status then shows whether it is connected',
	request: 'POST /instances/{instanceId}/pair-phone',
	body: { pairingCode, phone: copiedNumber },
	fields: [
		instanceId,
		property('string', 'Phone', 'phone', {
			required: true,
			placeholder: 'e.g. +55 11 98765-4321',
			description: 'Phone number with country code. The node removes "+", spaces, parentheses, dots and dashes.',
		}),
		property('string', 'Pairing Code', 'pairingCode', {
			required: true,
			placeholder: 'e.g. ABCD1234',
			hint: 'Drag qrcode.pairingCode here from the output of Connect, with Use Pairing Code on',
			description: 'Pairing code of 8 letters or digits',
		}),
	],
});
