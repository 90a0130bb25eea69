import { IncompleteList, MAX_RECORDS } from '../../../../nodes/transport/lists/incompleteList';
import { fetchList, type PagingStyle } from '../../../../nodes/transport/lists/pages';
import type { ListPage } from '../../../../nodes/transport/response/response';

/** Fetches a list without a limit from a service that returns these pages, one after the other. */
async function fetchAll(style: PagingStyle, pageOf: (number: number) => ListPage) {
	let requests = 0;
	const outcome = await fetchList(async () => pageOf((requests += 1)), {
		style,
		names: { page: 'page', pageSize: 'limit', cursor: 'cursor' },
		concurrency: 2,
	}).catch((error: unknown) => error);
	return { outcome, requests };
}

describe.each(['none', 'cursor'] as const)('a list of the style "%s"', (style) => {
	test.each([
		['reports nothing', {}],
		['reports that it is the only page', { totalPages: 1 }],
		['reports a total that it contains', { total: 2 }],
	])('ends after a first page that %s', async (_what, reported) => {
		const { outcome, requests } = await fetchAll(style, () => ({ records: [1, 2], ...reported }));
		expect(outcome).toEqual([1, 2]);
		expect(requests).toBe(1);
	});

	test('continues by page if the response reports more pages', async () => {
		const { outcome } = await fetchAll(style, (number) => ({
			records: number > 2 ? [] : [number],
			totalPages: 2,
		}));
		expect(outcome).toEqual([1, 2]);
	});
});

test('a list without pages is not continued by page if it is a bare array', async () => {
	const { outcome, requests } = await fetchAll('none', () => ({ records: [1, 2], isBare: true }));
	expect(outcome).toEqual([1, 2]);
	expect(requests).toBe(1);
});

describe('a list with cursors', () => {
	const endingAfter = (pages: number) => (number: number) => ({
		records: [{ id: number }],
		nextCursor: number < pages ? `c${number}` : undefined,
	});

	test('may have the most records that n8n can take, but not one more', async () => {
		const { outcome } = await fetchAll('cursor', endingAfter(MAX_RECORDS));
		expect(outcome).toHaveLength(MAX_RECORDS);
		const longer = await fetchAll('cursor', endingAfter(MAX_RECORDS + 1));
		expect(longer.outcome).toBeInstanceOf(IncompleteList);
	});

	test('ends at an empty page whose cursor leads to itself', async () => {
		const { outcome, requests } = await fetchAll('cursor', (number) => ({
			records: number === 1 ? [1] : [],
			nextCursor: 'same',
		}));
		expect(outcome).toEqual([1]);
		expect(requests).toBe(2);
	});

	test('is an error if it never ends', async () => {
		const { outcome } = await fetchAll('cursor', endingAfter(Infinity));
		expect(outcome).toMatchObject({
			message:
				'There are more than 100,000 records, the most that n8n can take from one input item',
			description:
				'Request at most 100,000 for each input item: set a Limit, or use API Request with query parameters that return a part of the list.',
		});
	});
});
