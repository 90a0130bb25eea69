import fc from 'fast-check';
import { fetchList } from '../../../nodes/transport/lists/fetchList';
import type { PagingStyle } from '../../../nodes/transport/lists/nextPage';
import { IncompleteListError } from '../../../nodes/transport/lists/listErrors';
import { ServiceError } from '../../../nodes/transport/errors/serviceError';
import { InventedService, recordOf, SHARED, type Service } from './inventedService';

/**
 * Invented services: whatever a service does, the result is exact or an error. Exact: the records that existed
 * throughout, each once, in order; others only if they appeared or vanished meanwhile. A record without an ID may come
 * twice, if pages overlap.
 *
 * A service can deceive every client. Wrong results are allowed only if it has lied (`hasLied`, by what it has and has
 * shown):
 * - A response shows the end of the list although there is more, and nothing in it says so: a page with nothing new, a
 *   page shorter than the page size that it announces itself, a page without a cursor in a list that is documented to
 *   have one, and a page of fewer than 20 records of a list that is documented without pagination.
 * - Records are deleted while the list is read, the later ones move to pages that were read already, and no right total
 *   shows it.
 *
 * And `isAmbiguous`: a page of which an equal one came before looks like that page, and a page with the IDs of the page
 * before looks like that page after its records have changed.
 *
 * Not generated, because no client can tell: a record that changes while it is read, and one that is deleted while
 * another one is added (the total stays the same).
 */

const services: fc.Arbitrary<Service> = fc
	.record({
		paging: fc.constantFrom('page', 'page', 'cursor', 'cursor', 'none'),
		count: fc.oneof(fc.integer({ min: 0, max: 350 }), fc.constantFrom(20, 100, 130, 200, 300)),
		ids: fc.constantFrom('own', 'shared', 'none', 'pairs', 'pairs'),
		cap: fc.oneof(fc.integer({ min: 2, max: 150 }), fc.constantFrom(20, 50, 100, 1_000)),
		ignoresSize: fc.boolean(),
		ignoresPage: rarely(fc.constant(true), false),
		staysOnLast: rarely(fc.constant(true), false),
		overlap: rarely(fc.integer({ min: 1, max: 60 }), 0),
		hidden: rarely(
			fc.tuple(fc.nat(49), fc.nat(50)).map(([a, b]): [number, number] => [a, b]),
			[0, 0],
		),
		shape: fc.constantFrom('bare', 'data', 'data', 'data'),
		total: fc.constantFrom('absent', 'right', 'right', 'tooHigh', 'tooLow', 'ofPage'),
		limit: fc.constantFrom('absent', 'right', 'requested'),
		totalPages: fc.constantFrom('absent', 'right', 'requested'),
		hasMore: fc.boolean(),
		lastCursor: fc.constantFrom('absent', 'null', 'empty'),
		afterEnd: fc.constantFrom(200, 200, 204, 400, 404),
		change: rarely(fc.constantFrom('growsAtFront', 'growsAtEnd', 'losesFirst'), 'none'),
		changed: fc.integer({ min: 1, max: 5 }),
	} satisfies { [name in keyof Service]: fc.Arbitrary<Service[name]> })
	.filter(
		({ ids, change, cap, changed, overlap }) =>
			(overlap === 0 || (change === 'none' && !hasEqual(ids))) &&
			(change === 'none' || (cap > changed && (change === 'growsAtEnd' || !hasEqual(ids)))),
	);

function rarely<Value>(unusual: fc.Arbitrary<Value>, usual: Value): fc.Arbitrary<Value> {
	return fc.oneof({ weight: 1, arbitrary: unusual }, { weight: 5, arbitrary: fc.constant(usual) });
}

const limits = fc.option(fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(20, 50, 100, 101, 150, 201)), {
	nil: undefined,
});
const styles = fc.constantFrom<PagingStyle>('page', 'cursor', 'auto', 'none');

const hasEqual = (ids: Service['ids']) => ids === 'pairs';

async function outcomeOf(service: Service, style: PagingStyle, maxRecords?: number) {
	const invented = new InventedService(service, style);
	const settings = { path: '/chats', style, maxRecords };
	try {
		const records = await fetchList(invented.send, settings);
		return { invented, verdict: isExact(invented, records, maxRecords) ? 'exact' : 'wrong' };
	} catch (error) {
		if (error instanceof IncompleteListError || error instanceof ServiceError)
			return { invented, verdict: 'error', error };
		throw error;
	}
}

function isExact({ service, initial, deleted }: InventedService, records: unknown[], limit = 1e9) {
	if (records.length > limit) return false;
	if (hasEqual(service.ids)) {
		const later = Array.from({ length: 2_000 }, (_, n) => service.count + n);
		const expected = [...initial, ...(service.change === 'none' ? [] : later)]
			.slice(0, records.length)
			.map((n) => recordOf(service, n));
		const isAll = records.length >= initial.length || records.length === limit;
		return isAll && JSON.stringify(records) === JSON.stringify(expected);
	}
	const all = records.map((record) => (record as { n: number }).n);
	const numbers = service.ids === 'none' ? [...new Set(all)] : all;
	const lasting = initial.filter((n) => !deleted.has(n));
	const found = numbers.filter((n) => n >= 0 && n < service.count && !deleted.has(n));
	const isAll = records.length === limit || found.length === lasting.length;
	const isPrefix = found.every((n, index) => n === lasting[index]);
	return isAll && isPrefix && new Set(numbers).size === numbers.length;
}

/** Whether a page may look like the one before it, or begin as that ends, although the records are others. */
function isAmbiguous(invented: InventedService, limit = Infinity): boolean {
	const { service, queries } = invented;
	const { total, change, ids, hidden } = service;
	const isTotalTelling = ['right', 'tooHigh'].includes(total) && change === 'none' && limit >= service.count;
	if (isTotalTelling && service.shape !== 'bare') return false;
	const size = invented.sizeFor(queries[0]?.limit as number);
	if (ids === 'shared') return size % SHARED === 0;
	// The last page may have a single record, which equals the last of the page before.
	return hasEqual(ids) && (size < 3 || hidden[1] > 0 || change !== 'none' || service.count % size === 1);
}

/** Whether a service does nothing that could be a mistake. */
function isWellBehaved({ service, initial }: InventedService, style: PagingStyle): boolean {
	const { paging, ids, cap, ignoresPage, overlap, hidden, total, limit, totalPages } = service;
	const isByPage = paging === 'page' && (style === 'page' || style === 'auto');
	const isByCursor = paging !== 'page' && paging !== 'none' && service.shape !== 'bare';
	const isUnpaged = paging === 'none' && style !== 'cursor';
	// A full page without a sign of another one, repeated, may be all or the first of many.
	const isFullPage = initial.length === 100;
	return (
		(isByPage || (!isFullPage && ((isByCursor && style !== 'page') || isUnpaged))) &&
		!hasEqual(ids) &&
		!(ids === 'shared' && (paging !== 'none' || initial.length > SHARED)) &&
		!ignoresPage &&
		!service.staysOnLast &&
		overlap === 0 &&
		hidden[0] >= hidden[1] &&
		(total === 'absent' || total === 'right') &&
		(limit !== 'requested' || cap >= 100) &&
		(totalPages !== 'requested' || (cap >= 100 && !service.ignoresSize && paging !== 'none')) &&
		(service.afterEnd !== 400 || (total === 'right' && service.shape !== 'bare')) &&
		service.change !== 'losesFirst'
	);
}

/** Services without mistakes, as far as a value alone can be one. */
const flawless = services.map((service): Service => ({
	...service,
	ignoresPage: false,
	staysOnLast: false,
	overlap: 0,
	hidden: [0, 0],
	ids: hasEqual(service.ids) ? 'own' : service.ids,
	total: service.total === 'absent' ? 'absent' : 'right',
	limit: service.limit === 'requested' ? 'right' : service.limit,
	totalPages: service.totalPages === 'requested' ? 'right' : service.totalPages,
	change: service.change === 'losesFirst' ? 'none' : service.change,
}));

/** With `RUNS`, `SEED` or `FULL`, other and more services can be invented. */
const { RUNS, SEED, FULL } = process.env;
const seeds = SEED === undefined ? [1, 20] : [Number(SEED)];

test.each(seeds)(
	'any list is exact or an error, unless the service lies in a way that nobody can detect (%i)',
	async (seed) => {
		const settings = { numRuns: Number(RUNS ?? (FULL ? 4_800 : 800)), seed };
		const counts: Record<string, number> = {};
		await fc.assert(
			fc.asyncProperty(fc.oneof(services, flawless), styles, limits, async (service, style, limit) => {
				const { invented, verdict, error } = await outcomeOf(service, style, limit);
				counts[verdict] = (counts[verdict] ?? 0) + 1;
				if (verdict === 'wrong') expect(invented.hasLied || isAmbiguous(invented, limit)).toBe(true);
				if (isWellBehaved(invented, style) && !invented.hasLied) {
					counts.good = (counts.good ?? 0) + 1;
					expect([verdict, error]).toEqual(['exact', undefined]);
				}
				expect(new Set(invented.queries.slice(0, 2).map((query) => query.limit)).size).toBe(1);
				expect(new Set(invented.queries.map((query) => query.limit)).size).toBeLessThan(3);
				expect(invented.queries.length).toBeLessThanOrEqual(450);
			}),
			settings,
		);
		// So that the rules above are not kept by errors alone, nor by excuses.
		expect(counts.exact).toBeGreaterThan(6 * (counts.wrong as number));
		expect(counts.exact).toBeGreaterThan(counts.error as number);
		expect(counts.good).toBeGreaterThan(150);
	},
);
