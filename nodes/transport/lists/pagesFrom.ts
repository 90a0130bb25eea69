import { ServiceError } from '../errors/failure';
import { type ServiceResponse, readList } from '../response/response';
import type { FetchPage } from './pageNumbers';

/**
 * Reads the pages of one list.
 *
 * @param send fetches the page that the query parameters select
 */
export function pagesFrom(send: (query: Record<string, string | number>) => Promise<ServiceResponse>): FetchPage {
	let isFirst = true;
	return async (query, guess) => {
		const goesOn = !isFirst;
		isFirst = false;
		const response = await (guess === undefined ? send(query) : send(query).catch((error: unknown) => noSuchPage(error, guess)));
		if (response === undefined) return { records: [] };
		// A list without records may be answered by nothing at all; a page of one that goes on may not, or records would be lost.
		if (goesOn && guess !== 'afterShort' && typeof response.body !== 'object') {
			throw new ServiceError({ status: response.status, unreadable: 'brokenJson', attempts: 1, outcomeUnknown: false });
		}
		return readList(response.body);
	};
}

/** Statuses by which a service says that there is no such page, or that it knows no pages. */
const NO_SUCH_PAGE = { afterFull: [404], afterShort: [400, 404, 416, 422] };

/** @throws the error, unless it says that the page that was guessed at does not exist */
function noSuchPage(error: unknown, guess: keyof typeof NO_SUCH_PAGE): undefined {
	const status = error instanceof ServiceError ? error.failure.status : undefined;
	if (!NO_SUCH_PAGE[guess].includes(status ?? 0)) throw error;
}
