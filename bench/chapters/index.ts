import type { Chapter } from '../report/chapter';
import { download } from './download';
import { lists } from './lists';
import { packaging } from './package';
import { rateLimit } from './rateLimit';

/** The chapters of docs/benchmarks.md by their id, in their order. */
export const chapters: Record<string, Chapter> = {
	rateLimit,
	lists,
	download,
	package: packaging,
};
