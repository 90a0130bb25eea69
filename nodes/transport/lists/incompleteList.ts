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

/**
 * The service reports more records than it returns, and its further pages are empty.
 *
 * @param records how many records were received
 */
export function missingRecords(records: number, total: number): IncompleteList {
	return new IncompleteList(
		`The list is incomplete: the service reports ${total} records, but returns only ${records}`,
		`The other pages are empty. Set a Limit of at most ${records} to get these records.`,
	);
}

/** There are more than `MAX_RECORDS` records. @param total how many records the service reports; undefined if they have arrived */
export function tooManyRecords(total?: number): IncompleteList {
	const most = MAX_RECORDS.toLocaleString('en');
	return new IncompleteList(
		total === undefined
			? `There are more than ${most} records, the most that n8n can take from one input item`
			: `The service reports ${total.toLocaleString('en')} records, but n8n can take only ${most} from one input item`,
		`Request at most ${most} for each input item: set a Limit, or use API Request with query parameters that return a part of the list.`,
	);
}
