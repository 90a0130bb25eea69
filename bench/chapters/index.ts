import type { Chapter } from '../report/chapter';
import { download } from './download';

/** The chapters of docs/benchmarks.md by their id, in their order. */
export const chapters: Record<string, Chapter> = {
	download,
};
