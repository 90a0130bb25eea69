const Base = require('./globals.cjs');

/** The mutant that a test has noticed; Stryker names the present one in the environment. */
let noticed;

/** Skips the tests of a file that are left once one has noticed the mutant, as runner.cjs does with the files that are left. */
module.exports = class extends Base {
	handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) noticed = mutant;
		if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
	}
};
