import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { recordLogs, serialize } from '../../support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { type Pages, usePages } from '../support/pages';

/** A service may answer with something that is no list of webhooks. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);
const parts = () => ({ sandbox, host });

/** Our webhooks, however the service spells their URL. */
const ours = () => sandbox.data.webhooks.filter(({ url }) => url.includes('hook-workflow'));

describe('A service whose list cannot be read', () => {
	let pages: Pages;
	usePages(parts, (started) => (pages = started));

	const unreadable: Array<[string, unknown]> = [
		['a web page', '<html>Service is in maintenance</html>'],
		['a refusal', { success: false, message: 'Service is in maintenance' }],
	];

	test.each(unreadable)('(%s) gets none at the first publishing', async (_what, body) => {
		pages.list = () => body;
		await expect(host.publish()).rejects.toThrow();
		expect(ours()).toEqual([]);
	});

	test.each(unreadable)(
		'(%s) gets no second webhook at a restart, keeps it when unpublishing, and the next unpublishing deletes it',
		async (_what, body) => {
			await host.publish();
			const before = { ...host.staticData };
			pages.list = () => body;
			await host.publish('init');
			await expect(host.publish()).rejects.toThrow();
			const logs = recordLogs();
			await host.unpublish();
			expect(ours()).toHaveLength(1);
			expect(host.staticData).toEqual(before);
			expect(serialize(logs)).toContain(`Could not delete the webhook for ${host.url()}: `);
			pages.list = undefined;
			await host.unpublish();
			expect(ours()).toEqual([]);
		},
	);
});
