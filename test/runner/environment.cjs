const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** The contexts of test files that use the process's own context. */
const own = new WeakSet();

const compileFunction = vm.compileFunction;
vm.compileFunction = (source, parameters, options = {}) => {
	const { parsingContext, ...rest } = options;
	return compileFunction(source, parameters, own.has(parsingContext) ? rest : options);
};

/**
 * Runs test files with the process's own globals, so that an Error or an Array made by a package that was loaded once
 * for all of them (runtime.cjs) is also one for the tests.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		own.add(this.getVmContext());
		this.global = globalThis;
	}

	async teardown() {
		// Unlike jest's globals, these outlive the test file, so what jest leaves there would affect the next file.
		this.moduleMocker.restoreAllMocks();
		for (const key of Object.getOwnPropertySymbols(globalThis)) {
			if (/^JEST_|^EVENT_HANDLERS$/.test(key.description)) delete globalThis[key];
		}
		this.global = undefined;
		await super.teardown();
	}
};
