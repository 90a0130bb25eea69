/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	globalSetup: '<rootDir>/test/globalSetup.ts',
	globalTeardown: '<rootDir>/test/globalTeardown.ts',
	setupFiles: ['<rootDir>/test/setup.ts'],
	maxWorkers: 2,
	testTimeout: 30_000,
};
