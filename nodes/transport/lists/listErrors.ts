import { UserError } from '../../shared/userError';

/**
 * The most records of one list: n8n passes them to `push(...items)`. On the stack, 120,000 fit, and 130,000 do not.
 */
export const MAX_RECORDS = 100_000;

/** A list cannot be returned as a whole. */
export class IncompleteListError extends UserError {
	override name = 'IncompleteListError';
}

export class NotAListError extends UserError {
	override name = 'NotAListError';

	constructor(status: number, body: unknown) {
		super(
			`The response is not a list (${status})`,
			`${excerpt(body)} The service may be starting or in maintenance: try again later. If it always responds like this, check the Base URL in the credentials and, of an API Request, the path and Pagination.`,
		);
	}
}

function excerpt(body: unknown): string {
	const text = (typeof body === 'string' ? body : String(JSON.stringify(body))).trim();
	const line = text.slice(0, 2_000).replace(/\s+/g, ' ');
	if (line === '') return 'It is empty.';
	return line.length <= 200 ? `It is: ${line}.` : `It begins with: ${line.slice(0, 200)}….`;
}

/** Why a list may be incomplete. `records`: how many different ones arrived; `total`: how many were announced. */
export const incomplete = {
	/** The service says that there is more, but ignores the query parameter that selects the next page. */
	repeated: (records: number, parameter: string, total?: number) =>
		new IncompleteListError(
			`The list is incomplete: the service repeats the first ${records === 1 ? 'record' : `${records} records`} instead of sending the next ones`,
			`The service seems to ignore the query parameter "${parameter}".${total === undefined ? '' : ` It reports a total of ${total}.`} Set a Limit of at most ${records}, or use API Request with the query parameters that the service expects.`,
		),

	missing: (records: number, total: number) =>
		new IncompleteListError(
			`The list is incomplete: the service reports ${total} records, but returns ${records === 0 ? 'none' : `only ${records}`}`,
			`Records may have been deleted while the list was read: try again.${records === 0 ? '' : ` Or set a Limit of at most ${records} to get these records.`}`,
		),

	/** Pages may have moved past unread records. */
	shrunk: (before: number, now: number) =>
		new IncompleteListError(
			`The list changed while it was read: the service reported ${before} records, then ${now}`,
			'Records may be missing because others before them were deleted. Try again.',
		),

	endless: (pages: number) =>
		new IncompleteListError(
			`The list is incomplete: the service returned ${pages} pages in a row without a new record, but says that there are more`,
			'Try again later, or use API Request with query parameters that return a part of the list.',
		),

	/** Records with the same ID but other contents may be one record or two. */
	changed: () =>
		new IncompleteListError(
			'The list changed while it was read: two pages contain the same record with different contents',
			'Try again. If this happens every time, use API Request without pagination.',
		),

	ambiguous: () =>
		new IncompleteListError(
			'The list contains equal records without an ID, so the node cannot see whether a page repeats another',
			'Use API Request without pagination, one input item for each page.',
		),
};

/** There are more than `MAX_RECORDS` records. @param total as the service reports; undefined if they have arrived */
export function tooManyRecords(total?: number): IncompleteListError {
	const most = MAX_RECORDS.toLocaleString('en');
	return new IncompleteListError(
		total === undefined
			? `There are more than ${most} records, the most that n8n can take from one input item`
			: `The service reports ${total.toLocaleString('en')} records, but n8n can take only ${most} from one input item`,
		`Request at most ${most} for each input item: set a Limit, or use API Request with query parameters that return a part of the list.`,
	);
}
