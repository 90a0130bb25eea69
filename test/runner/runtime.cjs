const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const Runtime = require('jest-runtime').default;

/** What the files of the project export, by path. */
const loaded = new Map();

/**
 * Loads packages with Node itself, and the files of the project, once per process, and only the tests themselves for
 * each test file: loading n8n-core takes seconds. In watch mode, and for a test file that mocks a module, the files of
 * the project are loaded again.
 */
module.exports = class extends Runtime {
	constructor(...args) {
		super(...args);
		const [, , , , , , testPath, { watch, watchAll }] = args;
		this.isAlone = watch || watchAll || readFileSync(testPath, 'utf8').includes('jest.mock(');
	}

	requireModuleOrMock(from, name) {
		const isMock = () => this.mockState.shouldMockCjs(from, name).shouldMock;
		if (name === '@jest/globals' || isMock()) return super.requireModuleOrMock(from, name);
		if (!name.startsWith('.')) return createRequire(from)(name);
		if (this.isAlone || this.registries.isIsolated()) return super.requireModuleOrMock(from, name);
		const path = this._resolution.resolveCjs(from, name);
		if (!loaded.has(path)) loaded.set(path, super.requireModuleOrMock(from, name));
		return loaded.get(path);
	}
};
