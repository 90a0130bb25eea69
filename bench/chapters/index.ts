import type { Chapter } from '../report/chapter';
import { deliveries } from './deliveries';
import { download } from './download';
import { items } from './items';
import { packaging } from './package';
import { rateLimit } from './rateLimit';

/** The chapters of docs/benchmarks.md by their id, in their order. */
export const chapters: Record<string, Chapter> = {
	items,
	deliveries,
	rateLimit,
	download,
	package: packaging,
};
