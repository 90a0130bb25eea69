import { ServiceError } from '../../../nodes/transport/errors/serviceError';
import type { SendQuery } from '../../../nodes/transport/lists/fetchList';

/** How an invented service returns a list. */
export interface Service {
	/** `cursor`: it names the last record; `none`: the whole list at once. */
	paging: 'page' | 'cursor' | 'none';
	/** Records at the first request. */
	count: number;
	/** `shared`: different records with the same ID; `none`: no IDs; `pairs`: no IDs, and each record twice. */
	ids: 'own' | 'shared' | 'none' | 'pairs';
	/** The most records per page, and whether it returns as many whatever size is requested. */
	cap: number;
	ignoresSize: boolean;
	/** It returns the first page for every number and cursor. */
	ignoresPage: boolean;
	/** It returns the last page for every number after it. */
	staysOnLast: boolean;
	/** Each page begins with so many records of the one before. */
	overlap: number;
	/** It withholds the records at these positions modulo 50, so that pages are short or empty. */
	hidden: [from: number, to: number];
	/** `bare`: a list without anything beside it. */
	shape: 'bare' | 'data';
	total: 'absent' | 'right' | 'tooHigh' | 'tooLow' | 'ofPage';
	limit: 'absent' | 'right' | 'requested';
	totalPages: 'absent' | 'right' | 'requested';
	hasMore: boolean;
	/** How the last page of a list by cursor says that there is no cursor. */
	lastCursor: 'absent' | 'null' | 'empty';
	/** Status for pages after the last one; 200 is an empty page. */
	afterEnd: 200 | 204 | 400 | 404;
	/** What happens to the list between the first four requests. */
	change: 'none' | 'growsAtFront' | 'growsAtEnd' | 'losesFirst';
	changed: number;
}

/** Different records with the same ID are as far apart. */
export const SHARED = 37;

/** Makes the record with a number. Records with the same number are equal. */
export function recordOf({ ids }: Service, n: number): unknown {
	if (ids === 'pairs') return { pair: Math.floor(n / 2) };
	const id = { own: `r${n}`, shared: ((n % SHARED) + SHARED) % SHARED, none: undefined }[ids];
	return { id, n };
}

/** A running service: what it has, and what it has shown. */
export class InventedService {
	list: number[];
	readonly initial: number[];
	readonly deleted = new Set<number>();
	readonly queries: Array<Record<string, string | number>> = [];

	/** Whether a response showed the end of the list, or skipped records, before all was shown, and nothing says so. */
	hasLied = false;

	private readonly shown = new Set<number>();

	constructor(
		readonly service: Service,
		private readonly style: string,
	) {
		this.list = Array.from({ length: service.count }, (_, n) => n);
		this.initial = this.visible();
	}

	readonly send: SendQuery = async (query) => {
		if (this.queries.length > 0 && this.queries.length < 4) this.change();
		this.queries.push(query);
		const { service } = this;
		const requested = query.limit === undefined ? undefined : Number(query.limit);
		const size = this.sizeFor(requested);
		const from = this.startOf(query, size);
		const positions = this.list.slice(from, from + size);
		const numbers = positions.filter((n) => !isHidden(service, n));
		const isAfterEnd = from > 0 && from >= this.list.length;
		const offered = this.offer(size, requested, numbers.length, from);
		this.checkHonesty(numbers, offered, requested);
		if (isAfterEnd && service.afterEnd === 204) return { status: 204, headers: {}, body: '' };
		if (isAfterEnd && service.afterEnd !== 200)
			throw new ServiceError({ status: service.afterEnd, attempts: 1, outcomeUnknown: false });
		const records = numbers.map((n) => recordOf(service, n));
		const { nextCursor, ...pagination } = offered;
		const body = service.shape === 'bare' ? records : { data: records, pagination, nextCursor };
		return { status: 200, headers: {}, body };
	};

	sizeFor(requested?: number): number {
		const { paging, cap, ignoresSize } = this.service;
		if (paging === 'none') return Infinity;
		return ignoresSize || requested === undefined ? cap : Math.min(cap, requested);
	}

	private visible(): number[] {
		return this.list.filter((n) => !isHidden(this.service, n));
	}

	private change(): void {
		const { change, changed } = this.service;
		if (change === 'growsAtFront')
			for (let i = 0; i < changed; i += 1) this.list.unshift(Math.min(0, this.list[0] ?? 0) - 1);
		if (change === 'growsAtEnd') for (let i = 0; i < changed; i += 1) this.list.push((this.list.at(-1) ?? -1) + 1);
		if (change === 'losesFirst' && this.deleted.size === 0)
			for (const n of this.list.splice(0, changed)) this.deleted.add(n);
	}

	private startOf(query: Record<string, string | number>, size: number): number {
		const { paging, ignoresPage, staysOnLast, overlap } = this.service;
		if (ignoresPage || paging === 'none') return 0;
		if (paging === 'cursor') {
			if (query.cursor === undefined) return 0;
			return this.list.findIndex((n) => n > Number(query.cursor)) >>> 0;
		}
		const step = Math.max(1, size - overlap);
		const last = Math.max(1, Math.ceil((this.list.length - overlap) / step));
		const number = Number(query.page ?? 1);
		return ((staysOnLast ? Math.min(number, last) : number) - 1) * step;
	}

	/** What the response says about further pages. */
	private offer(size: number, requested: number | undefined, length: number, from: number): Offered {
		const { service } = this;
		const { length: count } = this.visible();
		const isLast = from + size >= this.list.length;
		const total = { right: count, tooHigh: count + 7, tooLow: Math.max(0, count - 7) };
		const sizes = { absent: Infinity, right: size, requested: requested ?? size };
		const pageSize = Math.max(1, sizes[service.totalPages] - service.overlap);
		const last = `${this.list[from + size - 1]}`;
		return {
			total: { ...total, absent: undefined, ofPage: length }[service.total],
			limit: finite(sizes[service.limit]),
			totalPages: finite(pageSize) && Math.ceil(this.list.length / pageSize),
			hasMore: service.hasMore ? !isLast : undefined,
			nextCursor: service.paging === 'cursor' ? (isLast ? NO_CURSOR[service.lastCursor] : last) : undefined,
		};
	}

	private checkHonesty(
		numbers: number[],
		{ total = 0, limit = 0, totalPages = 0, hasMore, nextCursor }: Offered,
		requested = Infinity,
	): void {
		const { service } = this;
		const isNew = numbers.some((n) => n >= 0 && n < service.count && !this.shown.has(n));
		for (const n of numbers) this.shown.add(n);
		const left = this.initial.filter((n) => !this.shown.has(n) && !this.deleted.has(n));
		const isBare = service.shape === 'bare';
		const number = this.queries.length;
		const isAnnounced = total > this.shown.size || hasMore === true || number < totalPages;
		const saysMore = !isBare && (isAnnounced || Boolean(nextCursor));
		const isShort = numbers.length < Math.min(limit, requested) || this.style === 'cursor';
		const looksLast = !isNew || (!isBare && isShort) || (this.style === 'none' && numbers.length < 20);
		this.hasLied ||= left.length > 0 && looksLast && !saysMore;
		// A record that has moved to a page that was read already.
		const hasSkipped = this.deleted.size > 0 && left.length > 0;
		this.hasLied ||= hasSkipped && (isBare || !['right', 'tooHigh'].includes(service.total));
	}
}

type Offered = Partial<Record<'total' | 'limit' | 'totalPages', number>> & {
	hasMore?: boolean;
	nextCursor?: string | null;
};

const NO_CURSOR = { absent: undefined, null: null, empty: '' };

function isHidden({ hidden: [from, to] }: Service, n: number): boolean {
	const position = ((n % 50) + 50) % 50;
	return position >= from && position < to;
}

const finite = (size: number) => (size === Infinity ? undefined : size);
