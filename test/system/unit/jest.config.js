const base = require('../../../jest.config.js');

/** The files of the gate, and the tests that tell whether they work: hours of traffic on a simulated clock. */
const GATE = /allowance|clock|gate|others|ownHistory|pause|serverClock|turnstile|window/i;
/** The shell around n8n's helpers, which only n8n's own engine can try. */
const SHELL = /exchange|media|nodeErrors|perform|receive|request\.ts/;

const mutated = process.env.MUTATE ?? '';
process.env.STRYKER_QUICK = '1';
const tests = [
	'test/system/unit/*',
	...['rateLimit', 'retryPolicy', 'turnstile', 'clock'].map((name) => `test/transport/${name}`),
	...(GATE.test(mutated) ? ['gate', 'gates'].map((name) => `test/transport/${name}`) : []),
	...(SHELL.test(mutated) ? ['run', 'downloads', 'lists', 'dialects', 'badInput'].map((name) => `test/engine/${name}`) : []),
];

/** The tests that mutation testing runs: those that are quick, and for some files those that take more. */
module.exports = {
	...base,
	rootDir: '../../..',
	// All that a test may reach a mutated file by.
	roots: ['credentials', 'nodes', 'sandbox', 'test'].map((name) => `<rootDir>/${name}`),
	testMatch: tests.map((name) => `<rootDir>/${name}.test.ts`),
};
