/** A whole run loads n8n once for each file of `test/suites/`; files that are named as arguments are run one by one. */
const isWhole = !process.argv.slice(2).some((argument) => !argument.startsWith('-') || argument.startsWith('--watch'));

// The files of a suite share the project's modules, and must not depend on each other: suite.ts shuffles them.
if (process.env.FULL === '1' && !process.env.ORDER) {
	process.env.ORDER = String(Date.now());
	console.error(`The order of the test files is ORDER=${process.env.ORDER}`);
}

/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: [isWhole ? '<rootDir>/test/suites/*.ts' : '**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	globalSetup: '<rootDir>/test/globalSetup.ts',
	globalTeardown: '<rootDir>/test/globalTeardown.ts',
	setupFiles: ['<rootDir>/test/setup.ts'],
	maxWorkers: 2,
	// With FULL=1, some simulations take minutes.
	testTimeout: process.env.FULL === '1' ? 300_000 : 60_000,
};
