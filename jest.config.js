/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testEnvironment: require.resolve('./test/runner/environment.cjs'),
	runtime: require.resolve('./test/runner/runtime.cjs'),
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	setupFiles: ['<rootDir>/test/setup.ts'],
	testTimeout: 30_000,
};
