import type { Chapter } from '../report/chapter';
import { deliveries } from './deliveries';
import { items } from './items';
import { rateLimit } from './rateLimit';

/** The chapters of reports/benchmarks.md by their id, in their order. */
export const chapters: Record<string, Chapter> = {
	items,
	deliveries,
	rateLimit,
};
