import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

const ours = () => host.registered(sandbox);
const ids = () => ours().map(({ id }) => id);

describe('two main processes that start at once', () => {
	test.each([
		['headers not shown', { webhookSecretsReadable: false }, {}],
		['no ID in the response, HMAC', { webhookId: 'absent' } as const, { verification: 'hmac' }],
	])(
		'end with one registration, however they interleave and the service orders its list: %s',
		async (_what, dialect, parameters) => {
			sandbox.setDialect(dialect);
			host.parameters = parameters;
			for (let round = 0; round < 3; round += 1) {
				const other = host.copy();
				for (const each of [host, other]) expect(await each.hook('checkExists')).toBe(false);
				if (round % 3 === 0) await Promise.all([host.hook('create'), other.hook('create')]);
				else {
					await host.hook('create');
					if (round % 3 === 1) sandbox.data.webhooks.reverse();
					await other.hook('create');
				}
				expect(ours()).toHaveLength(1);
				// Both continue with the same one.
				for (const each of [host, other]) {
					expect(await each.hook('checkExists')).toBe(true);
					expect([each.staticData.webhookId]).toEqual(ids());
				}
				await host.unpublish();
				expect(ours()).toEqual([]);
				host.staticData = {};
			}
		},
	);

	test('activate even if the list fails after creating', async () => {
		// The first list takes two requests: nothing shows that its first page is the last.
		sandbox.addFault({ method: 'GET', path: '/webhooks', skip: 2, kind: 'status', status: 403 });
		await host.publish();
		expect(host.staticData.webhookId).toBe(ids()[0]);
	});
});
