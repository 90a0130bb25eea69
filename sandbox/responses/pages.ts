import { invalid } from './serviceError';

/** The part of a list for a page and a limit. */
export function pageOf<T>(all: T[], page: number, limit: number) {
	return {
		part: all.slice((page - 1) * limit, page * limit),
		pagination: { page, limit, total: all.length, totalPages: Math.ceil(all.length / limit) },
	};
}

/** The part of a list after a cursor: the ID of the last returned record, in base64url. */
export function afterCursor<T extends { id: string }>(all: T[], cursor: string | undefined, limit: number) {
	const start = cursor === undefined ? 0 : positionAfter(all, cursor);
	const part = all.slice(start, start + limit);
	const last = part.at(-1);
	const isEnd = last === undefined || start + limit >= all.length;
	return { part, nextCursor: isEnd ? undefined : Buffer.from(last.id).toString('base64url') };
}

function positionAfter(all: Array<{ id: string }>, cursor: string): number {
	const id = Buffer.from(cursor, 'base64url').toString();
	const index = all.findIndex((each) => each.id === id);
	if (index === -1) throw invalid('The cursor is not one of ours');
	return index + 1;
}
