import type { Failure } from '../../../nodes/transport/errors/failure';
import { ServiceError } from '../../../nodes/transport/errors/serviceError';
import { expectTexts } from '../../support/project';

const base = { attempts: 1, outcomeUnknown: false, hasOptions: true };

test.each([
	['Version 1.5 is too old.', 'Version 1.5 is too old (422)'],
	['Please  wait\n\t...', 'Please wait (422)'],
	['x'.repeat(2_001), `${'x'.repeat(2_000)} (422)`],
	['. ', 'The service rejected the values of this request (422)'],
])("the service's message %j becomes one line without full stops at its end", (serviceMessage, message) => {
	expect(new ServiceError({ ...base, status: 422, serviceMessage }).message).toBe(message);
});

test('each failure says what happened and what to do', async () => {
	await expectTexts('transport/responses/failures.txt', (failure) => {
		const { name, message, description } = new ServiceError({ ...base, ...(JSON.parse(failure) as Partial<Failure>) });
		expect(name).toBe('ServiceError');
		return `${message} | ${description}`;
	});
});
