/**
 * The most records of one list. n8n's declarative engine appends the items of one input item with `push(...items)`, whose
 * arguments have to fit on the stack: 120,000 do, 130,000 do not.
 */
export const MAX_RECORDS = 100_000;

/** A list cannot be returned as a whole. */
export class IncompleteList extends Error {
	override name = 'IncompleteList';

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/**
 * The service reports more records than it returns.
 *
 * @param records how many different records were received
 * @param parameter query parameter that selects the next page
 * @param total how many records the service reports
 */
export function repeatedRecords(
	records: number,
	parameter: string,
	total?: number,
): IncompleteList {
	const known = total === undefined ? '' : ` It reports a total of ${total}.`;
	return new IncompleteList(
		`The list is incomplete: the service repeats the first ${records} records instead of sending the next ones`,
		`The service seems to ignore the query parameter "${parameter}".${known} Set a Limit of at most ${records}, or use API Request with the query parameters that the service expects.`,
	);
}

/** The list has more than `MAX_RECORDS` records. @param total how many records the service reports */
export function tooManyRecords(total?: number): IncompleteList {
	const most = MAX_RECORDS.toLocaleString('en');
	const known = total === undefined ? '' : ` The service reports ${total.toLocaleString('en')}.`;
	return new IncompleteList(
		`The list has more than ${most} records, the most that n8n can take from one input item`,
		`Set a Limit of at most ${most}, or use API Request without pagination, with one input item for each page.${known}`,
	);
}
