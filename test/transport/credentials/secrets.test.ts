import type { Fault, Sandbox } from '../../../tools/sandbox';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { casesFor } from '../../run/support/cases';
import { idsOf } from '../../support/ids';
import { runNode } from '../../support/engine';
import { serialize, recordLogs } from '../../support/logs';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const faults: Fault[] = [
	...[400, 401, 403, 404, 409, 422, 500, 503].map((status): Fault => ({ kind: 'status', status, times: Infinity })),
	{ kind: 'reset', times: Infinity },
	{ kind: 'html', status: 200, times: Infinity },
	{ kind: 'cutJson', times: Infinity },
	{ kind: 'cutBody', times: Infinity },
	{ kind: 'redirect', location: 'https://other.example/', times: Infinity },
	// Last, because it pauses the requests of this key.
	{ kind: 'rateLimited', retryAfter: 1, times: Infinity },
];

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'errors, items and logs do not contain the key (%s)',
	async (onError) => {
		const { keys } = sandbox;
		const credentials = credentialsFor(sandbox);
		const results: unknown[] = [];
		const logs = recordLogs();
		for (const fault of faults) {
			sandbox.reset();
			sandbox.addFault(fault);
			const cases = casesFor(idsOf(sandbox)).filter(({ name }) => /\.(create|getVideo|updatePhoto)$/.test(name));
			for (const each of cases) {
				const { items, error } = await runNode({
					credentials,
					parameters: { ...each.parameters, options: { maxWait: 0 } },
					onError,
				});
				// A truncated film cannot be detected.
				const undetectable = fault.kind === 'cutJson' && each.name.startsWith('download');
				const failed = items.some(({ json }) => json.error !== undefined) || error !== undefined;
				expect({ ...each, fault, failed }).toEqual({ ...each, fault, failed: !undetectable });
				results.push(items, error);
			}
			expect(sandbox.log.length).toBeGreaterThan(0);
		}
		expect(logs.length).toBeGreaterThan(0);
		const text = serialize([results, logs]);
		expect(text).not.toContain(keys.test);
		expect(text).not.toContain(keys.test.slice(8));
		expect(text).not.toContain('Bearer');
	},
	120_000,
);
