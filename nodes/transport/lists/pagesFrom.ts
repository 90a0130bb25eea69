import { ServiceError } from '../errors/failure';
import { type Answer, readList } from '../response/response';
import type { FetchPage } from './pageNumbers';

/**
 * Reads the pages of one list.
 *
 * @param send fetches the page that the query parameters select
 */
export function pagesFrom(send: (query: Record<string, string | number>) => Promise<Answer>): FetchPage {
	let isFirst = true;
	return async (query, guess) => {
		const goesOn = !isFirst;
		isFirst = false;
		const answer = await (guess === undefined ? send(query) : send(query).catch((error: unknown) => noSuchPage(error, guess)));
		if (answer === undefined) return { records: [] };
		// A list without records may be answered by nothing at all; a page of one that goes on may not, or records would be lost.
		if (goesOn && guess !== 'afterShort' && typeof answer.body !== 'object') {
			throw new ServiceError({ status: answer.status, unreadable: 'brokenJson', attempts: 1, mayHaveHappened: false });
		}
		return readList(answer.body);
	};
}

/** Statuses by which a service says that there is no such page, or that it knows no pages. */
const NO_SUCH_PAGE = { afterFull: [404], afterShort: [400, 404, 416, 422] };

/** @throws the error, unless it says that the page that was guessed at does not exist */
function noSuchPage(error: unknown, guess: keyof typeof NO_SUCH_PAGE): undefined {
	const status = error instanceof ServiceError ? error.failure.status : undefined;
	if (!NO_SUCH_PAGE[guess].includes(status ?? 0)) throw error;
}
