const { createRequire } = require('node:module');
const Runtime = require('jest-runtime').default;

/**
 * Loads packages with Node itself, once per process, and loads only the project's own files again for each test file:
 * jest takes seconds to load n8n-core, which would be most of the time of a test file, and of each mutant of `npm run
 * test:mutation`.
 */
module.exports = class extends Runtime {
	requireModuleOrMock(from, name) {
		const isPackage =
			!/^[./]|^@jest\/globals$/.test(name) && !this.mockState.shouldMockCjs(from, name).shouldMock;
		return isPackage ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
