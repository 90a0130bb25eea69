import { UserError } from '../../shared/userError';
import { MAX_RECORDS } from './records';

/** A list cannot be returned as a whole. */
export class IncompleteListError extends UserError {
	override name = 'IncompleteListError';
}

/** A response contains no list where one is expected. */
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

/** Why a list may be incomplete. @param records how many different ones arrived */
export const incomplete = {
	/** The service says that there is more, but does not send it. @param parameter which selects the next page */
	repeated: (records: number, parameter: string) =>
		new IncompleteListError(
			'The list is incomplete: the service repeats records, or sends none, instead of the next ones',
			`The service seems to ignore the query parameter "${parameter}". Set a Limit of at most ${records}, or use API Request with the query parameters that the service expects.`,
		),

	/** @param total as the service announced */
	fewerThanAnnounced: (records: number, total: number) =>
		new IncompleteListError(
			`The list is incomplete: the service reports ${total} records, but returns ${records}`,
			'Records may have been deleted while the list was read: try again. Or set a smaller Limit.',
		),

	/** Pages may have moved past unread records. */
	changedMeanwhile: () =>
		new IncompleteListError(
			'The list may be incomplete: it changed while it was read',
			'Try again. If this happens every time, use API Request without pagination, one input item for each page.',
		),

	tooLong: () => {
		const maxRecords = MAX_RECORDS.toLocaleString('en');
		return new IncompleteListError(
			`There are more than ${maxRecords} records, the most that n8n can take from one input item`,
			`Request at most ${maxRecords} for each input item: set a Limit, or use API Request with query parameters that return a part of the list.`,
		);
	},
};
