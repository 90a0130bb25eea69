import { incomplete, IncompleteListError, NotAListError } from '../../../nodes/transport/lists/listErrors';
import { expectLines } from '../../support/project';

const errors = () => [
	incomplete.repeated(20, 'page'),
	incomplete.fewerThanAnnounced(3, 5),
	incomplete.changedMeanwhile(),
	incomplete.tooLong(),
];

/** A snapshot of every error text, so that changes show in review. */
test('each error of a list says what is wrong and what to do', () => {
	const texts = errors().map((error) => {
		expect(error).toBeInstanceOf(IncompleteListError);
		const { description, ...others } = error;
		expect(others).toEqual({ name: 'IncompleteListError' });
		return `${error.message} | ${description}`;
	});
	expectLines('transport/lists/listErrors.txt', texts);
});

test.each<[unknown, string]>([
	[' \n ', 'It is empty.'],
	[' Down for\n\tmaintenance ', 'It is: Down for maintenance.'],
	[{ status: 'starting' }, 'It is: {"status":"starting"}.'],
	[undefined, 'It is: undefined.'],
	['x'.repeat(200), `It is: ${'x'.repeat(200)}.`],
	['x'.repeat(201), `It begins with: ${'x'.repeat(200)}….`],
])('the error for the response %j shows its beginning', (body, excerpt) => {
	const error = new NotAListError(200, body);
	expect({ ...error, message: error.message }).toEqual({
		name: 'NotAListError',
		message: 'The response is not a list (200)',
		description: `${excerpt} The service may be starting or in maintenance: try again later. If it always responds like this, check the Base URL in the credentials and, of an API Request, the path and Pagination.`,
	});
});
