const { TestEnvironment } = require('jest-environment-node');

/** The last mutant that a test has noticed; Stryker names the current one in the environment. */
let noticed;

/** Skips the remaining tests once one has noticed the mutant: Stryker cannot stop jest at the first failure. */
module.exports = class extends TestEnvironment {
	handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) noticed = mutant;
		if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
	}
};
