import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';
import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

const countAt = (url: string) => sandbox.data.webhooks.filter((each) => each.url === url).length;
const failToCreate = () => sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'status', status: 422 });

/** n8n calls `delete` after a failed activation. */
async function failToActivate(workflow: Host): Promise<void> {
	failToCreate();
	await expect(workflow.publish()).rejects.toThrow();
	await workflow.unpublish();
}

test('a failed activation in a second n8n leaves the webhook of the first one alone', async () => {
	await host.publish();
	const second = host.copy();
	await second.start();
	const settings = Container.get(InstanceSettings);
	const { instanceId } = settings;
	Object.assign(settings, { instanceId: 'another n8n' });
	await failToActivate(second).finally(() => Object.assign(settings, { instanceId }));
	second.stop();
	expect(countAt(host.url())).toBe(1);
});

test("after a failed activation under a new URL, n8n's deactivation deletes the webhook of the former one", async () => {
	await host.publish();
	const former = host.url();
	await host.move();
	failToCreate();
	await expect(host.publish()).rejects.toThrow();
	expect(countAt(former)).toBe(1);
	await host.unpublish();
	expect(countAt(former)).toBe(0);
});
