const base = require('../../jest.config.js');

const tests = process.env.MUTATION_TESTS;

/** Runs the tests of one group of `npm run test:mutation`. */
module.exports = {
	...base,
	rootDir: '../..',
	runtime: require.resolve('./runtime.cjs'),
	testEnvironment: require.resolve('./environment.cjs'),
	testSequencer: require.resolve('./sequencer.cjs'),
	runner: require.resolve('./runner.cjs'),
	// A mutant that hangs is noticed soon.
	testTimeout: 8_000,
	// Everything through which a test may reach a mutated file.
	roots: ['credentials', 'nodes', 'tools/sandbox', 'test'].map((name) => `<rootDir>/${name}`),
	...(tests && { testMatch: tests.split(',').map((name) => `<rootDir>/${name}`) }),
};
