import { isObject } from '../../nodes/shared/values';
import { NO_PLAN } from '../evidence/part';
import { namesFor } from '../evidence/plans';
import { leavesOf } from '../evidence/records';
import { type Answer, type Asking, isFinal, type Known, learnerOf, type ProbeRequest } from '../question/question';
import { listOf, overlaps } from '../question/shape';

/** A parameter that no service has: a rejection may list those that it has. */
const NO_PARAMETER = 'n8nProbe';

/** How the records after the first one are requested. */
type Paging = 'cursor' | 'page' | 'none';

interface Found {
	pageSize?: string;
	cursor?: string;
	paging: Paging;
}

/** The names that the rest of a page shows: numbers beside the records may be the size of a page. */
const numbersBeside = ({ body }: Answer) =>
	isObject(body)
		? leavesOf(body, '', 2)
				.filter(([, value]) => Number.isInteger(value))
				.map(([path]) => path.split('.').at(-1)!)
		: [];

/** The names that a cursor may have as a parameter, by its name in the response. */
function cursorNames({ body }: Answer, cursor?: string): string[] {
	const names = isObject(body) ? leavesOf(body, '', 2).filter(([, value]) => String(value) === cursor) : [];
	return names.flatMap(([path]) => {
		const name = path.split('.').at(-1)!;
		const bare = name.replace(/^next[_-]?/i, '');
		return [bare.charAt(0).toLowerCase() + bare.slice(1), name].filter(Boolean);
	});
}

/** Finds the page-size parameter of a list, and how its next page is requested. */
export function* findPaging(known: Known, request: ProbeRequest): Asking<Found | string> {
	const { path, query = {} } = request;
	const whole: Answer = yield request;
	const all = listOf(whole, path);
	if (all === undefined) return whole.reason || 'The response is not a list.';
	if (all.records.length < 2) return 'This needs a list of at least two records.';
	const learner = learnerOf(known, `GET ${path}`);
	const odd: Answer = yield { path, query: { ...query, [NO_PARAMETER]: 1 } };
	learner.learn(odd.errorBody, NO_PLAN);
	const isFree = (name: string) => !(name in query) && name !== NO_PARAMETER;
	let [first, answered] = [all, whole];
	let pageSize: string | undefined;
	for (const name of namesFor(learner, 'pageSize', numbersBeside(whole)).filter(isFree)) {
		const answer: Answer = yield { path, query: { ...query, [name]: 1 } };
		if (isFinal(answer)) return answer.reason;
		learner.learn(answer.errorBody, NO_PLAN);
		const page = listOf(answer, path);
		if (page?.records.length !== 1) continue;
		[first, answered, pageSize] = [page, answer, name];
		break;
	}
	const small = pageSize === undefined ? query : { ...query, [pageSize]: 1 };
	const isOther = (answer: Answer) => {
		const records = listOf(answer, path)?.records;
		return records !== undefined && records.length > 0 && !overlaps(first.records, records);
	};
	const { nextCursor } = first;
	const cursors =
		nextCursor === undefined ? [] : namesFor(learner, 'cursor', cursorNames(answered, nextCursor)).slice(0, 10);
	for (const cursor of cursors.filter((name) => isFree(name) && name !== pageSize)) {
		const answer: Answer = yield { path, query: { ...small, [cursor]: nextCursor! } };
		if (isOther(answer)) return { pageSize, cursor, paging: 'cursor' };
		learner.learn(answer.errorBody, NO_PLAN);
	}
	const second: Answer = yield { path, query: { ...small, page: 2 } };
	if (isOther(second)) return { pageSize, paging: 'page' };
	const announced = all.total !== undefined && all.total > all.records.length;
	if (pageSize !== undefined || announced || all.nextCursor !== undefined)
		return 'The service has further pages, but returned none of them by page or by cursor.';
	return { paging: 'none' };
}

/** How the next page is requested, in words. */
export const explainPaging = {
	cursor: 'The next page is requested with a cursor',
	page: 'The next page is requested with `page`',
	none: 'No page size and no page number changes the list: it seems to be whole',
};
