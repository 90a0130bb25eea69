const base = require('../../../jest.config.js');

/** The tests that mutation testing runs: no n8n-core, no network. */
module.exports = {
	...base,
	rootDir: '../../..',
	testMatch: [
		'<rootDir>/test/system/unit/*.test.ts',
		...['rateLimit', 'retryPolicy', 'gate', 'gates', 'clock', 'turnstile', 'shortWindow'].map((name) => `<rootDir>/test/transport/${name}.test.ts`),
	],
};
