const base = require('../../../jest.config.js');

/**
 * The tests that mutation testing runs: no n8n-core, no network. Those of the gate take seconds, so they are left out unless
 * the gate is what is mutated.
 */
const names = process.env.MUTATE?.includes('gate') ? ['gate', 'gates', 'clock', 'turnstile', 'shortWindow'] : ['rateLimit', 'retryPolicy'];

module.exports = {
	...base,
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/system/unit/*.test.ts', ...names.map((name) => `<rootDir>/test/transport/${name}.test.ts`)],
};
