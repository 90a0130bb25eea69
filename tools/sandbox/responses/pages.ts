import { invalid } from './serviceError';

/** Returns one page of a list. */
export function pageOf<T>(all: T[], page: number, limit: number) {
	return {
		records: all.slice((page - 1) * limit, page * limit),
		pagination: { page, limit, total: all.length, totalPages: Math.ceil(all.length / limit) },
	};
}

/**
 * Returns the records after a cursor, and the next cursor unless the list ends. Assumption: the reference does not
 * show what a cursor is; here it is the ID of the last returned record in base64url.
 *
 * @throws 400 if no record has the cursor's ID
 */
export function pageAfter<T extends { id: string }>(all: T[], cursor: string | undefined, limit: number) {
	const start = cursor === undefined ? 0 : indexAfter(all, cursor);
	const records = all.slice(start, start + limit);
	const last = records.at(-1);
	const isEnd = last === undefined || start + limit >= all.length;
	return { records, nextCursor: isEnd ? undefined : Buffer.from(last.id).toString('base64url') };
}

function indexAfter(all: Array<{ id: string }>, cursor: string): number {
	const id = Buffer.from(cursor, 'base64url').toString();
	const index = all.findIndex((each) => each.id === id);
	if (index === -1) throw invalid('The cursor is invalid');
	return index + 1;
}
