/**
 * Mutation tests of what decides (`npm run test:mutation`): header and answer reading, retry policy, words of errors, paging,
 * paths, credentials, and the trigger's verification, delivery and duplicates. Run by the tests that need no n8n-core and no
 * network, so that a mutant takes a second. `MUTATE=nodes/transport/gate.ts,…` takes other files, and the tests that they need
 * (test/system/unit/jest.config.js).
 */
const files = process.env.MUTATE?.split(',') ?? [
	...['rateLimit', 'retryPolicy', 'errors', 'answer', 'path', 'account', 'pages', 'run', 'base64Json'].map((name) => `nodes/transport/${name}.ts`),
	...['verification', 'delivery', 'duplicates'].map((name) => `nodes/MessagingIntegrationTrigger/${name}.ts`),
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: files,
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: { configFile: 'test/system/unit/jest.config.js', enableFindRelatedTests: true },
	coverageAnalysis: 'perTest',
	// Tables and the like, evaluated once when a file is loaded: each would need every test anew.
	ignoreStatic: true,
	concurrency: Number(process.env.CONCURRENCY ?? 2),
	incremental: true,
	incrementalFile: 'reports/stryker-incremental.json',
	tempDirName: '.cache/stryker',
	ignorePatterns: ['.cache', 'reports', 'dist', 'e2e', 'docs', 'coverage', '.demo'],
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: 'reports/mutation.json' },
	timeoutMS: 4_000,
	thresholds: { high: 95, low: 90, break: null },
	disableTypeChecks: false,
	checkers: [],
	allowConsoleColors: false,
};
