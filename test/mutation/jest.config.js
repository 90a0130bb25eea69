const base = require('../../jest.config.js');

/** Runs the tests of one group of `npm run test:mutation`. */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/mutation/suite.ts'],
	testEnvironment: require.resolve('./environment.js'),
	// A mutant that hangs is noticed soon.
	testTimeout: 8_000,
};
