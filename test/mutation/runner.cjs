const TestRunner = require('jest-runner').default;

/** Runs no further test file after one has noticed the mutant: Stryker itself cannot stop jest at the first failure. */
module.exports = class extends TestRunner {
	async runTests(tests, ...rest) {
		let hasFailed = false;
		this.on('test-file-success', ([, result]) => (hasFailed ||= result.numFailingTests > 0));
		for (const test of tests) {
			await super.runTests([test], ...rest);
			if (hasFailed && process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined) return;
		}
	}
};
