import fc from 'fast-check';
import type { ListPage } from '../../../../nodes/transport/response/response';
import { IncompleteList } from '../../../../nodes/transport/lists/incompleteList';
import type { PageMemory } from '../../../../nodes/transport/lists/pageNumbers';
import { fetchList, type PagingStyle } from '../../../../nodes/transport/lists/pages';

/** How a service returns a list. */
interface Service {
	total: number;
	/** The most records per page. */
	cap: number;
	/** It returns `cap` records per page, whatever size is requested. */
	ignoresSize: boolean;
	/** It returns the first page for every number. */
	ignoresPage: boolean;
	/** It returns the last page for every number after it. */
	staysOnLast: boolean;
	hasIds: boolean;
	bare: boolean;
	reportsTotal: boolean;
	reportsPages: boolean;
	/** The page size that it reports: none, the true one, or the requested one. */
	reportsLimit: 'no' | 'true' | 'requested';
}

const names = { page: 'page', pageSize: 'limit', cursor: 'cursor' };
const record = ({ hasIds }: Service, n: number) => (hasIds ? { id: n, seen: Math.random() } : n);
const plain = (records: unknown[]) =>
	records.map((each) => (typeof each === 'number' ? each : (each as { id: number }).id));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const sizeFor = ({ cap, ignoresSize }: Service, limit: number) =>
	ignoresSize ? cap : Math.min(cap, limit);

function serve(service: Service) {
	const requests: Array<Record<string, string | number>> = [];
	const fetchPage = async (query: Record<string, string | number>): Promise<ListPage> => {
		requests.push(query);
		const { total, cap } = service;
		const limit = Number(query.limit ?? cap);
		const size = sizeFor(service, limit);
		const last = Math.max(1, Math.ceil(total / size));
		const number = service.ignoresPage ? 1 : Number(query.page ?? 1);
		const from = ((service.staysOnLast ? Math.min(number, last) : number) - 1) * size;
		const records = numbers(total)
			.slice(from, from + size)
			.map((n) => record(service, n));
		if (service.bare) return { records, isBare: true };
		const reported = { no: undefined, true: size, requested: limit }[service.reportsLimit];
		return {
			records,
			total: service.reportsTotal ? total : undefined,
			totalPages: service.reportsPages ? Math.ceil(total / (reported ?? size)) : undefined,
			limit: reported,
		};
	};
	return { requests, fetchPage };
}

const services: fc.Arbitrary<Service> = fc.record({
	total: fc.oneof(
		fc.integer({ min: 0, max: 350 }),
		fc.constantFrom(20, 40, 50, 100, 130, 200, 250, 300),
	),
	cap: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constantFrom(20, 50, 1_000)),
	ignoresSize: fc.boolean(),
	ignoresPage: fc.constant(false),
	staysOnLast: fc.boolean(),
	hasIds: fc.boolean(),
	bare: fc.boolean(),
	reportsTotal: fc.boolean(),
	reportsPages: fc.boolean(),
	reportsLimit: fc.constantFrom('no', 'true', 'requested'),
});
const limits = fc.option(
	fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(20, 50, 100, 130, 150)),
	{ nil: undefined },
);
const styles = fc.constantFrom<PagingStyle>('page', 'auto');
/** Without a total, a number of pages that was computed with a page size that the service does not keep is too small. */
const isHonest = ({ reportsPages, reportsLimit, reportsTotal, total, cap }: Service) =>
	!reportsPages ||
	reportsTotal ||
	reportsLimit !== 'requested' ||
	total === 0 ||
	total / cap <= 1 ||
	total > 100;

test('returns any list completely, in order and without duplicates, for any Limit', async () => {
	await fc.assert(
		fc.asyncProperty(services.filter(isHonest), limits, styles, async (service, wanted, style) => {
			const { fetchPage, requests } = serve(service);
			const target = Math.min(service.total, wanted ?? Infinity);
			const got = plain(
				await fetchList(fetchPage, { style, names, maxRecords: wanted, concurrency: 3 }),
			);
			expect(got).toEqual(numbers(target));
			expect(new Set(requests.map(({ limit }) => limit))).toEqual(new Set([requestedFor(wanted)]));
			expect(requests.length).toBeLessThanOrEqual(
				Math.ceil(target / sizeFor(service, requestedFor(wanted))) + 10,
			);
		}),
		{ numRuns: 5_000 },
	);
});

/** The page size that is requested: as many as wanted, in the fewest pages of at most 100. */
const requestedFor = (wanted = Infinity) =>
	wanted === Infinity ? 100 : Math.ceil(wanted / Math.ceil(wanted / 100));

test('if the service ignores the page number, returns the first page once, or an error if more is reported', async () => {
	await fc.assert(
		fc.asyncProperty(services, limits, styles, async (behavior, wanted, style) => {
			const service = { ...behavior, ignoresPage: true };
			const { fetchPage, requests } = serve(service);
			const size = sizeFor(service, requestedFor(wanted));
			const first = Math.min(service.total, size, wanted ?? Infinity);
			const outcome = await fetchList(fetchPage, {
				style,
				names,
				maxRecords: wanted,
				concurrency: 3,
			}).then(plain, (error: unknown) => error);
			if (outcome instanceof IncompleteList)
				expect(Math.min(service.total, wanted ?? Infinity)).toBeGreaterThan(first);
			else expect(outcome).toEqual(numbers(first));
			expect(requests.length).toBeLessThanOrEqual(1 + Math.ceil(service.total / size) + 10);
		}),
		{ numRuns: 2_000 },
	);
});

test('a list with a known total is never short without an error', async () => {
	await fc.assert(
		fc.asyncProperty(services, fc.boolean(), limits, async (behavior, ignoresPage, wanted) => {
			const service = { ...behavior, ignoresPage, bare: false, reportsTotal: true };
			const { fetchPage } = serve(service);
			const outcome = await fetchList(fetchPage, {
				style: 'page',
				names,
				maxRecords: wanted,
				concurrency: 3,
			}).then(plain, (error: unknown) => error);
			const isError = ignoresPage && outcome instanceof IncompleteList;
			if (!isError) expect(outcome).toEqual(numbers(Math.min(service.total, wanted ?? Infinity)));
		}),
		{ numRuns: 1_000 },
	);
});

const bareCap = (total: number, cap: number, ignoresSize: boolean): Service => ({
	...{ total, cap, ignoresSize, ignoresPage: false, staysOnLast: false, hasIds: true },
	...{ bare: true, reportsTotal: false, reportsPages: false, reportsLimit: 'no' },
});

test.each([
	[20, true],
	[50, false],
])(
	'returns all 130 records from bare arrays of %i per page (page size ignored: %s)',
	async (cap, ignoresSize) => {
		const { fetchPage, requests } = serve(bareCap(130, cap, ignoresSize));
		expect(plain(await fetchList(fetchPage, { style: 'page', names, concurrency: 3 }))).toEqual(
			numbers(130),
		);
		expect(requests[0]).toEqual({ page: 1, limit: 100 });
		expect(requests[1]).toEqual({ page: 2, limit: 100 });
	},
);

test('remembers a discovered page size: the next list requests it immediately and ends at a shorter page', async () => {
	const memory: PageMemory = { largestPage: 0 };
	const run = async (total: number) => {
		const { fetchPage, requests } = serve(bareCap(total, 20, false));
		expect(
			plain(await fetchList(fetchPage, { style: 'page', names, concurrency: 3, memory })),
		).toEqual(numbers(total));
		return requests.map(({ page, limit }) => [page, limit]);
	};
	expect(await run(45)).toEqual([
		[1, 100],
		[2, 100],
		[3, 100],
	]);
	expect(await run(25)).toEqual([
		[1, 20],
		[2, 20],
	]);
	expect(await run(7)).toEqual([[1, 20]]);
});

test('a short list needs no second request if it is shorter the next time', async () => {
	const memory: PageMemory = { largestPage: 0 };
	const run = async (total: number) => {
		const { fetchPage, requests } = serve(bareCap(total, 100, false));
		await fetchList(fetchPage, { style: 'page', names, concurrency: 3, memory });
		return requests.length;
	};
	expect([await run(40), await run(39), await run(40)]).toEqual([2, 1, 2]);
});

test.each(['none', 'cursor'] as const)(
	'a list of the style "%s" continues by page if the response announces more',
	async (style) => {
		const { fetchPage, requests } = serve({
			...bareCap(130, 50, true),
			bare: false,
			reportsTotal: true,
		});
		expect(plain(await fetchList(fetchPage, { style, names, concurrency: 3 }))).toEqual(
			numbers(130),
		);
		expect(requests.slice(1)).toEqual(
			[2, 3].map((page) => ({ page, limit: style === 'none' ? 50 : 100 })),
		);
	},
);

test('a cursor list that is a bare array continues by page', async () => {
	const { fetchPage } = serve(bareCap(130, 20, true));
	expect(plain(await fetchList(fetchPage, { style: 'cursor', names, concurrency: 3 }))).toEqual(
		numbers(130),
	);
});

test('stops at a service that generates records endlessly', async () => {
	let made = 0;
	const fetchPage = async () => ({ records: [{ id: (made += 1) }] });
	await expect(fetchList(fetchPage, { style: 'page', names, concurrency: 3 })).rejects.toThrow(
		IncompleteList,
	);
}, 60_000);
