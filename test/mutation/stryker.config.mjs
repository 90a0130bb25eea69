import { groups } from './groups.mjs';

/** Mutation testing of one group of files; `npm run test:mutation` runs this for each group. */
const name = process.env.MUTATION_GROUP ?? 'policy';
const { mutate, tests } = groups[name];
process.env.MUTATION_TESTS = tests.join();

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate,
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	// Code that runs once when a file is loaded, such as tables, would need all tests for each mutant.
	ignoreStatic: true,
	concurrency: 2,
	incremental: true,
	incrementalFile: `reports/mutation/${name}-incremental.json`,
	tempDirName: '.cache/stryker',
	ignorePatterns: ['.cache', 'reports', 'dist', 'tools/e2e', 'docs/screenshots', 'coverage'],
	reporters: ['json', 'clear-text', 'progress-append-only'],
	thresholds: { high: 100, low: 95, break: 90 },
	jsonReporter: { fileName: `reports/mutation/${name}.json` },
	timeoutMS: 4_000,
	// A process never frees all the memory that a mutant used.
	maxTestRunnerReuse: 150,
	disableTypeChecks: false,
	checkers: [],
	allowConsoleColors: false,
};
