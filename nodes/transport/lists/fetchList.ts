import { MAX_RECORDS } from '../../shared/values';
import { ServiceError } from '../errors/serviceError';
import type { ServiceResponse } from '../response/response';
import { FoundRecords } from './foundRecords';
import { incomplete, tooManyRecords } from './listErrors';
import { type ListPage, readList, saysMore } from './listPage';

/** The reference (sections 4.1 and 4.14) allows at most 100 records per page. */
export const MAX_PAGE_SIZE = 100;

/** How many pages in a row may contain nothing new if the service says that there is more. */
const MAX_USELESS_PAGES = 100;

/** Pagination: by page number, by cursor, detected from the first response, or none documented. */
export type PagingStyle = 'page' | 'cursor' | 'auto' | 'none';

type Names = Record<'pageSize' | 'cursor', string>;

interface ListSettings {
	/** Of the request; its last segment may be the name of the list in the response. */
	path: string;
	style: PagingStyle;
	/** Of the query parameters. */
	names?: Names;
	maxRecords?: number;
}

type Query = Record<string, string | number>;

/** Sends a request for a page with these query parameters. */
export type SendQuery = (query: Query) => Promise<ServiceResponse>;

/**
 * Fetches a list, one page after the other, all with the same page size, so that each begins where the previous one
 * ended, whether the service obeys the size, caps it, ignores it or filters its pages.
 * @returns the records in the list's order, each once
 * @throws what `send` throws; NotAListError; IncompleteListError, also if there are more than `MAX_RECORDS` records
 */
export async function fetchList(send: SendQuery, settings: ListSettings): Promise<unknown[]> {
	return await new ListFetcher(send, settings).fetch();
}

interface Step {
	query: Query;
	/** Statuses that end the list; undefined if the page is known to exist. */
	endStatuses?: number[];
}

class ListFetcher {
	private readonly found = new FoundRecords();
	private readonly names: Names;
	private readonly maxRecords: number;
	/** Requested page size; undefined if none is documented. */
	private readonly size?: number;
	private number = 0;
	private cursor?: string;
	private uselessPages = 0;
	/** The first and the last total that was announced. */
	private expected?: number;
	private total?: number;
	private firstLength = 0;

	constructor(
		private readonly send: SendQuery,
		private readonly settings: ListSettings,
	) {
		const { names = { pageSize: 'limit', cursor: 'cursor' }, maxRecords = Infinity } = settings;
		this.names = names;
		this.maxRecords = maxRecords;
		const hasSize = settings.style !== 'none' && names.pageSize !== '';
		this.size = hasSize ? pageSizeFor(maxRecords) : undefined;
	}

	async fetch(): Promise<unknown[]> {
		const query: Query = this.settings.style === 'page' ? { page: 1 } : {};
		let step: Step | undefined = { query };
		while (step) step = this.nextStep(await this.fetchPage(step));
		return this.found.records.slice(0, this.maxRecords);
	}

	private async fetchPage({ query, endStatuses }: Step): Promise<ListPage> {
		this.number += 1;
		const size = this.size === undefined ? {} : { [this.names.pageSize]: this.size };
		const response = await this.send({ ...size, ...query }).catch((error: unknown) => {
			const { status = 0 } = error instanceof ServiceError ? error.failure : {};
			if (!endStatuses?.includes(status)) throw error;
		});
		if (response === undefined) return { records: [] };
		// A page that the service has announced cannot be missing.
		if (response.status === 204 && this.number > 1 && endStatuses === undefined)
			throw incomplete.emptyPage(this.found.records.length);
		return readList(response, this.settings.path);
	}

	/** Adds the records of a page. @returns undefined if the list is complete, or as long as it may be */
	private nextStep(page: ListPage): Step | undefined {
		this.checkTotal(page);
		const added = this.found.add(page.records, this.settings.style === 'none');
		const { length } = this.found.records;
		if (Math.min(Math.max(length, page.total ?? 0), this.maxRecords) > MAX_RECORDS)
			throw tooManyRecords(length > MAX_RECORDS ? undefined : page.total);
		if (this.number === 1) this.firstLength = page.records.length;
		if (length >= this.maxRecords) return undefined;
		this.uselessPages = added === 0 ? this.uselessPages + 1 : 0;
		if (this.uselessPages >= MAX_USELESS_PAGES) throw incomplete.endless(this.uselessPages);
		return this.followCursor(page, added) ?? this.followNumber(page, added);
	}

	/** @throws IncompleteListError if records were deleted before all were read: pages may have moved past unread ones */
	private checkTotal({ total }: ListPage): void {
		if (total === undefined) return;
		if (total < (this.total ?? 0) && this.isMissing()) throw incomplete.shrunk(this.total ?? 0, total);
		this.expected ??= total;
		this.total = total;
	}

	/** Whether fewer records have arrived than were announced. */
	private isMissing(): boolean {
		return this.found.records.length < Math.min(this.expected ?? 0, this.maxRecords);
	}

	private followCursor({ nextCursor, hasMore }: ListPage, added: number): Step | undefined {
		// In a list by page, a cursor only says that there is more.
		if (this.settings.style === 'page' || nextCursor === undefined || hasMore === false) return undefined;
		// A cursor that stays the same is fine as long as it leads to new records.
		if (nextCursor === this.cursor && added === 0) throw this.repeated(this.names.cursor);
		this.cursor = nextCursor;
		return { query: { [this.names.cursor]: nextCursor } };
	}

	private followNumber(page: ListPage, added: number): Step | undefined {
		const isMore = saysMore(page, this.number) || this.isMissing();
		const isEmpty = page.records.length === 0;
		if (!saysMore(page, this.number) && (isEmpty || this.cursor !== undefined)) {
			if (isMore) throw incomplete.missing(this.found.records.length, this.expected ?? 0);
			return undefined;
		}
		if (added === 0 && !isEmpty) {
			if (isMore || this.isPageIgnored()) throw this.repeated('page');
			return undefined;
		}
		if (!isMore && this.provesEnd(page)) return undefined;
		const endStatuses = isMore ? undefined : this.endStatuses(page);
		return { query: { page: this.number + 1 }, endStatuses };
	}

	/** Whether the second page repeats a first one of exactly the requested size, and no total says that this is all. */
	private isPageIgnored(): boolean {
		return this.number === 2 && this.firstLength === this.size && !this.isTotalReached();
	}

	private provesEnd({ records, limit = 0, hasMore, isBare }: ListPage): boolean {
		// A bare array has no room for a cursor, so page numbers are the only way to continue.
		const hasNoCursor = this.settings.style === 'cursor' && !isBare;
		const isPartial = records.length < Math.min(limit, this.size ?? Infinity);
		return hasNoCursor || hasMore === false || isPartial;
	}

	/** Statuses that mean "no such page", or "no pages", if nothing says that the next page exists. */
	private endStatuses({ records }: ListPage): number[] {
		const fullLength = this.number === 1 ? (this.size ?? Infinity) : this.firstLength;
		return this.isTotalReached() || records.length < fullLength ? [400, 404, 416, 422] : [404];
	}

	/** Whether as many records have arrived as were announced, not more. */
	private isTotalReached(): boolean {
		return !this.isMissing() && this.found.records.length <= (this.total ?? 0);
	}

	private repeated(parameter: string) {
		return incomplete.repeated(this.found.records.length, parameter, this.total);
	}
}

/** Divides the records evenly among the fewest pages: 150 are fetched as 75 + 75. */
function pageSizeFor(maxRecords: number): number {
	if (maxRecords === Infinity) return MAX_PAGE_SIZE;
	return Math.ceil(maxRecords / Math.ceil(maxRecords / MAX_PAGE_SIZE));
}
