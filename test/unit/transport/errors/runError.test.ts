import { NodeApiError } from 'n8n-workflow';
import { UserError } from '../../../../nodes/shared/userError';
import { ServiceError } from '../../../../nodes/transport/errors/failure';
import { toRunError } from '../../../../nodes/transport/errors/nodeErrors';
import { node } from './support/node';

test.each([
	[
		'of the service',
		new ServiceError({ status: 404, attempts: 1, outcomeUnknown: false }),
		/^The service could not find/,
		/^Check the ID\..* Of 5 items …$/,
	],
	['in the input', new UserError('m', 'Correct it.'), /^m$/, /^Correct it\. Of 5 items …$/],
	['without advice', new TypeError('x is undefined'), /^x is undefined$/, /^Of 5 items …$/],
])(
	'an error %s stops a run with its text and the summary',
	(_what, error, message, description) => {
		const shown = toRunError(node, error, 3, 'Of 5 items …');
		expect(shown).toBeInstanceOf(NodeApiError);
		expect(shown).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
			node,
		});
	},
);

test('the error of a run keeps the item that failed, although n8n sets the item whose result it reads first', () => {
	const shown = toRunError(node, new UserError('m'), 3, '');
	shown.context.itemIndex = 0;
	expect({ ...shown.context }).toMatchObject({ itemIndex: 3 });
});

test('without advice and summary, the error of a run has no description', () => {
	expect(toRunError(node, new Error('m'), 0, '').description).toBeFalsy();
});
