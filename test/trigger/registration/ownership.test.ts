import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';
import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

const at = (url: string) => sandbox.data.webhooks.filter((each) => each.url === url);
const idsAt = (url: string) => at(url).map(({ id }) => id);

/** Activates like n8n, which calls `delete` after a failure. */
async function activate(each: Host): Promise<boolean> {
	return await each.publish().then(
		() => true,
		async () => {
			await each.unpublish();
			return false;
		},
	);
}

async function publishAndMove(): Promise<string> {
	await host.publish();
	const former = host.url();
	await host.move();
	return former;
}

const countsAt = (former: string) => [former, host.url()].map((url) => at(url).length);

async function asAnotherN8n(work: () => Promise<void>): Promise<void> {
	const settings = Container.get(InstanceSettings);
	const id = settings.instanceId;
	try {
		Object.assign(settings, { instanceId: 'another n8n' });
		await work();
	} finally {
		Object.assign(settings, { instanceId: id });
	}
}

describe('deactivating', () => {
	test('after a failed activation in a second n8n leaves the webhook of the first one alone', async () => {
		await host.publish();
		const first = at(host.url());
		const second = host.copy();
		await second.start();
		sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'status', status: 422 });
		await asAnotherN8n(async () => expect(await activate(second)).toBe(false));
		second.stop();
		expect(at(host.url())).toEqual(first);
	});
});

describe("a change of n8n's webhook URL", () => {
	test('with a failed activation leaves no webhook once n8n has deactivated the workflow', async () => {
		const former = await publishAndMove();
		sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'status', status: 422 });
		await expect(host.publish()).rejects.toThrow();
		expect(idsAt(former)).toHaveLength(1);
		await host.unpublish();
		expect(idsAt(former)).toEqual([]);
		expect(await activate(host)).toBe(true);
		expect(countsAt(former)).toEqual([0, 1]);
	});
});
