const { TestEnvironment } = require('jest-environment-node');

/** Ends a run at the first test that fails: it has noticed the mutant. Jest's `bail` only skips further files. */
module.exports = class extends TestEnvironment {
	hasFailed = false;

	handleTestEvent({ name, test, describeBlock }) {
		if (name === 'test_fn_failure' || name === 'hook_failure') this.hasFailed = true;
		const next = { test_start: test, run_describe_start: describeBlock }[name];
		if (this.hasFailed && next) next.mode = 'skip';
	}
};
