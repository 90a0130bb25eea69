import { ServiceError } from '../errors/failure';
import { type ServiceResponse, readList } from '../response/response';
import type { FetchPage } from './pageNumbers';

/**
 * Returns a function that fetches and reads the pages of one list.
 *
 * @param send fetches the page for these query parameters
 */
export function pageFetcher(
	send: (query: Record<string, string | number>) => Promise<ServiceResponse>,
): FetchPage {
	let isFirst = true;
	return async (query, guess) => {
		const isLater = !isFirst;
		isFirst = false;
		const response = await (guess === undefined
			? send(query)
			: send(query).catch((error: unknown) => ignoreNoSuchPage(error, guess)));
		if (response === undefined) return { records: [] };
		// An empty body is valid for an empty list, but not for a later page: records would be lost.
		if (isLater && guess !== 'afterShort' && typeof response.body !== 'object') {
			throw new ServiceError({
				status: response.status,
				unusableReason: 'brokenJson',
				attempts: 1,
				outcomeUnknown: false,
			});
		}
		return readList(response.body);
	};
}

/** Statuses that mean that the page does not exist, or that the service has no pages. */
const NO_SUCH_PAGE = { afterFull: [404], afterShort: [400, 404, 416, 422] };

/** @throws the error, unless it means that the guessed page does not exist */
function ignoreNoSuchPage(error: unknown, guess: keyof typeof NO_SUCH_PAGE): undefined {
	const status = error instanceof ServiceError ? error.failure.status : undefined;
	if (!NO_SUCH_PAGE[guess].includes(status ?? 0)) throw error;
}
