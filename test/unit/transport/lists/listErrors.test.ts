import {
	incomplete,
	IncompleteListError,
	NotAListError,
	tooManyRecords,
} from '../../../../nodes/transport/lists/listErrors';

const CHANGED = 'The list changed while it was read: ';
const INCOMPLETE = 'The list is incomplete: ';
const AGAIN = 'or use API Request with the query parameters that the service expects.';
const MOST = 'Request at most 100,000 for each input item: set a Limit, or use API Request with ';

test.each<[string, () => Error, string, string]>([
	[
		'repeated pages',
		() => incomplete.repeated(20, 'page'),
		`${INCOMPLETE}the service repeats the first 20 records instead of sending the next ones`,
		`The service seems to ignore the query parameter "page". Set a Limit of at most 20, ${AGAIN}`,
	],
	[
		'repeated pages and a total',
		() => incomplete.repeated(20, 'cursor', 0),
		`${INCOMPLETE}the service repeats the first 20 records instead of sending the next ones`,
		`The service seems to ignore the query parameter "cursor". It reports a total of 0. Set a Limit of at most 20, ${AGAIN}`,
	],
	[
		'missing records',
		() => incomplete.missing(3, 5),
		`${INCOMPLETE}the service reports 5 records, but returns only 3`,
		'Records may have been deleted while the list was read: try again. Or set a Limit of at most 3 to get these records.',
	],
	[
		'a list without the announced records',
		() => incomplete.missing(0, 5),
		`${INCOMPLETE}the service reports 5 records, but returns none`,
		'Records may have been deleted while the list was read: try again.',
	],
	[
		'a smaller total',
		() => incomplete.shrunk(9, 8),
		`${CHANGED}the service reported 9 records, then 8`,
		'Records may be missing because others before them were deleted. Try again.',
	],
	[
		'pages without records',
		() => incomplete.endless(100),
		`${INCOMPLETE}the service returned 100 pages in a row without a new record, but says that there are more`,
		'Try again later, or use API Request with query parameters that return a part of the list.',
	],
	[
		'an empty response',
		() => incomplete.emptyPage(7),
		`${INCOMPLETE}the service announces another page, but returns nothing for it (204)`,
		'Try again later. Or set a Limit of at most 7 to get the records before it.',
	],
	[
		'an empty response without a record before it',
		() => incomplete.emptyPage(0),
		`${INCOMPLETE}the service announces another page, but returns nothing for it (204)`,
		'Try again later.',
	],
	[
		'one record that is repeated',
		() => incomplete.repeated(1, 'page'),
		`${INCOMPLETE}the service repeats the first record instead of sending the next ones`,
		`The service seems to ignore the query parameter "page". Set a Limit of at most 1, ${AGAIN}`,
	],
	[
		'changed records',
		() => incomplete.changed(),
		`${CHANGED}two pages contain the same record with different contents`,
		'Try again. If this happens every time, use API Request without pagination.',
	],
	[
		'equal records',
		() => incomplete.ambiguous(),
		'The list contains equal records without an ID, so the node cannot see whether a page repeats another',
		'Use API Request without pagination, one input item for each page.',
	],
	[
		'too many records',
		() => tooManyRecords(),
		'There are more than 100,000 records, the most that n8n can take from one input item',
		`${MOST}query parameters that return a part of the list.`,
	],
	[
		'a too large total',
		() => tooManyRecords(1_234_567),
		'The service reports 1,234,567 records, but n8n can take only 100,000 from one input item',
		`${MOST}query parameters that return a part of the list.`,
	],
])('the error for %s says what is wrong and what to do', (_what, make, message, description) => {
	const error = make();
	expect(error).toBeInstanceOf(IncompleteListError);
	expect({ ...error, message: error.message }).toEqual({
		name: 'IncompleteListError',
		message,
		description,
	});
});

test.each<[unknown, string]>([
	['', 'It is empty.'],
	[' \n ', 'It is empty.'],
	[' Down for\n\tmaintenance ', 'It is: Down for maintenance.'],
	[{ status: 'starting' }, 'It is: {"status":"starting"}.'],
	[null, 'It is: null.'],
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
