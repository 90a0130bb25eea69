/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	globalSetup: '<rootDir>/test/globalSetup.ts',
	globalTeardown: '<rootDir>/test/globalTeardown.ts',
	runtime: '<rootDir>/test/runner/runtime.cjs',
	testEnvironment: '<rootDir>/test/runner/environment.cjs',
	testSequencer: '<rootDir>/test/runner/sequencer.cjs',
	setupFiles: ['<rootDir>/test/setup.ts'],
	maxWorkers: 2,
	// With FULL=1, some simulations take minutes.
	testTimeout: process.env.FULL === '1' ? 300_000 : 30_000,
};
