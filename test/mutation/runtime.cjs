const { createRequire } = require('node:module');
const Runtime = require('jest-runtime').default;

/**
 * Loads packages by Node itself, once for all test files of a process, and only the project's own files anew for each: n8n-core
 * takes seconds to load by jest, which would be most of the time of a test file, and of each mutant of `npm run test:mutation`.
 */
module.exports = class extends Runtime {
	requireModuleOrMock(from, name) {
		const isPackage =
			!/^[./]|^@jest\/globals$/.test(name) && !this.mockState.shouldMockCjs(from, name).shouldMock;
		return isPackage ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
