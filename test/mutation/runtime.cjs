const Runtime = require('../runner/runtime.cjs');

/** Loads the project's files again for each test file, because Stryker says then which mutant is active. */
module.exports = class extends Runtime {
	isAlone = true;
};
