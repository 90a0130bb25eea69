import { incomplete } from '../../../nodes/transport/lists/listErrors';
import type { ListPage } from '../../../nodes/transport/lists/listPage';
import { nextPage, type Progress, type Step } from '../../../nodes/transport/lists/nextPage';

/** After the second page of two records, both new, of a list whose pages have two. */
const at: Progress = {
	...{ style: 'auto', cursorName: 'after', size: 2, number: 2, added: 2, firstLength: 2, found: 4, missing: 0 },
};
const [records, nextCursor] = [[3, 4], 'c'];
const [by3, cursor] = [{ query: { page: 3 } }, { query: { after: 'c' }, cursor: 'c' }];
const guess = (...endStatuses: number[]) => ({ ...by3, endStatuses });

test.each<[string, Partial<ListPage>, Partial<Progress>, Step]>([
	['a cursor', { nextCursor }, {}, cursor],
	['a cursor that stays the same, with new records', { nextCursor }, { cursor: 'c' }, cursor],
	['a cursor in a list by page', { nextCursor }, { style: 'page' }, by3],
	['hasMore', { hasMore: true }, {}, by3],
	['a total that was not reached', {}, { missing: 1, expected: 5 }, by3],
	['more total pages', { totalPages: 3 }, {}, by3],
	['nothing that says more or less', {}, {}, guess(404)],
	['nothing, after a page shorter than the first', { records: [3] }, {}, guess(400, 404, 416, 422)],
	['nothing, at the announced total', {}, { total: 4 }, guess(400, 404, 416, 422)],
	['hasMore = false', { hasMore: false }, {}, 'end'],
	['hasMore = false beside a cursor', { hasMore: false, nextCursor }, {}, 'end'],
	['no cursor in a list by cursor', {}, { style: 'cursor' }, 'end'],
	['no cursor after a cursor', {}, { cursor: 'b' }, 'end'],
	['a bare array in a list by cursor', { isBare: true }, { style: 'cursor' }, guess(404)],
	['an empty page', { records: [] }, { added: 0 }, 'end'],
	['a page shorter than the limit', { records: [3], limit: 2 }, {}, 'end'],
	['a repeated page', {}, { added: 0, number: 3 }, 'end'],
	['a repeated page at the announced total', {}, { added: 0, total: 4 }, 'end'],
	['a repeated first page', {}, { added: 0 }, 'look'],
])('after %s, a list goes on like this', (_what, page, progress, step) => {
	expect(nextPage({ records, ...page }, { ...at, ...progress })).toEqual(step);
});

test.each<[string, Partial<ListPage>, Partial<Progress>, Error]>([
	['an empty page before the total', { records: [] }, { missing: 1, expected: 5 }, incomplete.missing(4, 5)],
	['no cursor before the total', {}, { cursor: 'b', missing: 1, expected: 5 }, incomplete.missing(4, 5)],
	['the same cursor again', { nextCursor }, { cursor: 'c', added: 0 }, incomplete.repeated(4, 'after')],
	['a repeated page that says more', { hasMore: true }, { added: 0 }, incomplete.repeated(4, 'page')],
	['a repeated bare page', { isBare: true }, { added: 0 }, incomplete.repeated(4, 'page')],
])('after %s, a list is incomplete', (_what, page, progress, error) => {
	expect(() => nextPage({ records, ...page }, { ...at, ...progress })).toThrow(error);
});
