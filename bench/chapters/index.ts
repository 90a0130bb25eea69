import type { Chapter } from '../report/chapter';
import { deliveries } from './deliveries';
import { items } from './items';

/** The chapters of docs/benchmarks.md by their id, in their order. */
export const chapters: Record<string, Chapter> = {
	items,
	deliveries,
};
