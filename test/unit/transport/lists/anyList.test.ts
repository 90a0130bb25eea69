import fc from 'fast-check';
import type { ListPage } from '../../../../nodes/transport/response/response';
import { IncompleteList } from '../../../../nodes/transport/lists/collectedRecords';
import type { PageMemory } from '../../../../nodes/transport/lists/pageNumbers';
import { fetchList, type PagingStyle } from '../../../../nodes/transport/lists/pages';

/** A service with a list, and its habits. */
interface Service {
	total: number;
	/** Most records that it gives a page. */
	cap: number;
	/** It gives `cap` records a page whatever size is asked for. */
	ignoresSize: boolean;
	/** It gives the first page for every number. */
	ignoresPage: boolean;
	/** It gives the last page for every number after it. */
	staysOnLast: boolean;
	hasIds: boolean;
	bare: boolean;
	tellsTotal: boolean;
	tellsPages: boolean;
	/** The page size that it tells: none, the true one, or the one that it was asked for. */
	tellsLimit: 'no' | 'true' | 'asked';
}

const names = { page: 'page', pageSize: 'limit', cursor: 'cursor' };
const record = ({ hasIds }: Service, n: number) => (hasIds ? { id: n, seen: Math.random() } : n);
const plain = (records: unknown[]) =>
	records.map((each) => (typeof each === 'number' ? each : (each as { id: number }).id));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const sizeFor = ({ cap, ignoresSize }: Service, limit: number) =>
	ignoresSize ? cap : Math.min(cap, limit);

function serve(service: Service) {
	const asked: Array<Record<string, string | number>> = [];
	const fetchPage = async (query: Record<string, string | number>): Promise<ListPage> => {
		asked.push(query);
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
		const told = { no: undefined, true: size, asked: limit }[service.tellsLimit];
		return {
			records,
			total: service.tellsTotal ? total : undefined,
			totalPages: service.tellsPages ? Math.ceil(total / (told ?? size)) : undefined,
			limit: told,
		};
	};
	return { asked, fetchPage };
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
	tellsTotal: fc.boolean(),
	tellsPages: fc.boolean(),
	tellsLimit: fc.constantFrom('no', 'true', 'asked'),
});
const wishes = fc.option(
	fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(20, 50, 100, 130, 150)),
	{ nil: undefined },
);
const styles = fc.constantFrom<PagingStyle>('page', 'auto');
/** A number of pages that was reckoned with a page size that the service does not keep tells too little, where no total is told. */
const isHonest = ({ tellsPages, tellsLimit, tellsTotal, total, cap }: Service) =>
	!tellsPages ||
	tellsTotal ||
	tellsLimit !== 'asked' ||
	total === 0 ||
	total / cap <= 1 ||
	total > 100;

test('returns any list completely, in order and without duplicates, for any Limit', async () => {
	await fc.assert(
		fc.asyncProperty(services.filter(isHonest), wishes, styles, async (service, wanted, style) => {
			const { fetchPage, asked } = serve(service);
			const target = Math.min(service.total, wanted ?? Infinity);
			const got = plain(
				await fetchList(fetchPage, { style, names, maxRecords: wanted, concurrency: 3 }),
			);
			expect(got).toEqual(numbers(target));
			expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([requestedFor(wanted)]));
			expect(asked.length).toBeLessThanOrEqual(
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
		fc.asyncProperty(services, wishes, styles, async (habits, wanted, style) => {
			const service = { ...habits, ignoresPage: true };
			const { fetchPage, asked } = serve(service);
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
			expect(asked.length).toBeLessThanOrEqual(1 + Math.ceil(service.total / size) + 10);
		}),
		{ numRuns: 2_000 },
	);
});

test('a list of known length is never short without an error', async () => {
	await fc.assert(
		fc.asyncProperty(services, fc.boolean(), wishes, async (habits, ignoresPage, wanted) => {
			const service = { ...habits, ignoresPage, bare: false, tellsTotal: true };
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
	...{ bare: true, tellsTotal: false, tellsPages: false, tellsLimit: 'no' },
});

test.each([
	[20, true],
	[50, false],
])(
	'130 records in bare arrays of %i a page (page size ignored: %s) all come',
	async (cap, ignoresSize) => {
		const { fetchPage, asked } = serve(bareCap(130, cap, ignoresSize));
		expect(plain(await fetchList(fetchPage, { style: 'page', names, concurrency: 3 }))).toEqual(
			numbers(130),
		);
		expect(asked[0]).toEqual({ page: 1, limit: 100 });
		expect(asked[1]).toEqual({ page: 2, limit: 100 });
	},
);

test('remembers a discovered page size: the next list requests it immediately and ends at a shorter page', async () => {
	const memory: PageMemory = { largestPage: 0 };
	const run = async (total: number) => {
		const { fetchPage, asked } = serve(bareCap(total, 20, false));
		expect(
			plain(await fetchList(fetchPage, { style: 'page', names, concurrency: 3, memory })),
		).toEqual(numbers(total));
		return asked.map(({ page, limit }) => [page, limit]);
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

test('a list that was short once needs no further request if it is shorter the next time', async () => {
	const memory: PageMemory = { largestPage: 0 };
	const run = async (total: number) => {
		const { fetchPage, asked } = serve(bareCap(total, 100, false));
		await fetchList(fetchPage, { style: 'page', names, concurrency: 3, memory });
		return asked.length;
	};
	expect([await run(40), await run(39), await run(40)]).toEqual([2, 1, 2]);
});

test.each(['none', 'cursor'] as const)(
	'a list of the style %s goes on by page where its answer says that there is more',
	async (style) => {
		const { fetchPage, asked } = serve({
			...bareCap(130, 50, true),
			bare: false,
			tellsTotal: true,
		});
		expect(plain(await fetchList(fetchPage, { style, names, concurrency: 3 }))).toEqual(
			numbers(130),
		);
		expect(asked.slice(1)).toEqual(
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
