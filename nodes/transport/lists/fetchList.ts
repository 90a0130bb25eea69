// This folder fetches lists, page by page, as a whole.

import { ServiceError } from '../errors/serviceError';
import { MAX_RECORDS, type ServiceResponse } from '../response';
import { incomplete } from './listErrors';
import { type ListPage, readList, saysMore } from './listPage';
import { nextPage, type PageRequest, type PagingStyle, type ListProgress, type Step } from './nextPage';
import { DistinctRecords } from './records';

/** The reference (sections 4.1 and 4.14) allows at most 100 records per page. */
export const MAX_PAGE_SIZE = 100;

/** How many pages in a row may contain nothing new if the service says that there is more. */
const MAX_USELESS_PAGES = 100;

interface ListSettings {
	/** Of the request; its last segment may be the name of the list in the response. */
	path: string;
	style: PagingStyle;
	/** Of the query parameters. */
	names?: Record<'pageSize' | 'cursor', string>;
	maxRecords?: number;
}

const NOTHING_YET = { number: 0, added: 0, firstLength: 0, found: 0, missing: 0 };

/** Sends a request for a page with these query parameters. */
export type SendQuery = (query: Record<string, string | number>) => Promise<ServiceResponse>;

/**
 * Fetches a list, one page after the other, all with the same page size, so that each begins where the previous one
 * ended, whether the service obeys the size, caps it, ignores it or filters its pages.
 * @returns the records in the list's order, each once; one that changes meanwhile may come twice
 * @throws what `send` throws; NotAListError; IncompleteListError, also if there are more than `MAX_RECORDS` records
 */
export async function fetchList(send: SendQuery, settings: ListSettings): Promise<unknown[]> {
	const { path, style, maxRecords = Infinity, names = { pageSize: 'limit', cursor: 'cursor' } } = settings;
	const hasSize = style !== 'none' && names.pageSize !== '';
	const size = hasSize ? Math.min(maxRecords, MAX_PAGE_SIZE) : undefined;
	const sized = (count = 0) => (hasSize ? { [names.pageSize]: count } : {});
	const found = new DistinctRecords();
	let at: ListProgress = { style, cursorName: names.cursor, size, ...NOTHING_YET };
	let step: Step = { query: style === 'page' ? { page: 1 } : {} };
	for (let useless = 0; typeof step === 'object';) {
		const page = await fetchPage({ ...step, query: { ...sized(size), ...step.query } });
		const added = found.add(page.records, style === 'none');
		const cursor = step.cursor ?? at.cursor;
		at = afterPage(page, { ...at, added, cursor, found: found.records.length }, maxRecords);
		useless = added === 0 ? useless + 1 : 0;
		if (useless >= MAX_USELESS_PAGES) throw incomplete.repeated(at.found, at.cursorName);
		step = at.found >= maxRecords ? undefined : nextPage(page, at);
	}
	if (step === 'look') await requireWhole();
	return found.records.slice(0, maxRecords);

	/** If smaller pages say that there is more, the whole one would have said so, too. */
	async function requireWhole() {
		const smaller = readList(await send(sized(Math.ceil(at.found / 2))), path);
		if (!saysMore(smaller, 1)) throw incomplete.repeated(at.found, 'page');
	}

	async function fetchPage({ query, endStatuses }: PageRequest): Promise<ListPage> {
		const response = await send(query).catch((error: unknown) => {
			const { status = 0 } = error instanceof ServiceError ? error.failure : {};
			if (!endStatuses?.includes(status)) throw error;
		});
		return response === undefined ? { records: [] } : readList(response, path);
	}
}

/** @throws IncompleteListError if n8n cannot take all records, or pages may have moved past unread ones */
function afterPage({ records, total }: ListPage, at: ListProgress, maxRecords: number): ListProgress {
	// Records were deleted before all were read.
	if (at.missing > 0 && (total ?? Infinity) < (at.total ?? 0)) throw incomplete.changed();
	if (Math.min(Math.max(at.found, total ?? 0), maxRecords) > MAX_RECORDS) throw incomplete.tooLong();
	const expected = at.expected ?? total;
	return {
		...at,
		expected,
		total: total ?? at.total,
		number: at.number + 1,
		missing: Math.max(0, Math.min(expected ?? 0, maxRecords) - at.found),
		firstLength: at.number === 0 ? records.length : at.firstLength,
	};
}
