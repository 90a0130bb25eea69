import type { Sandbox } from '../../../tools/sandbox';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** Filters that let nothing pass are refused when the workflow is published. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready));

test('numbers that the default country code completes, and any ID without spaces, are accepted', async () => {
	host.credentials.defaultCountryCode = '55';
	const chatIds =
		'(51) 94125-0126, 12025550143, 34612345678, 120363041234567890-group, 77@lid, chat-1, 0123456789abcdef';
	host.parameters = { filters: { chatIds } };
	await expect(host.publish()).resolves.toBeUndefined();
});

test.each([
	['11987654321', '5511987654321@s.whatsapp.net', '5521987654321@s.whatsapp.net'],
	['11987654321', '551187654321@c.us', '5511887654321@c.us'],
	['(51) 98765-4321', '5551987654321', '51987654321'],
])('with the default country code 55, %s ignores %s, and not %s', async (id, same, other) => {
	host.credentials.defaultCountryCode = '55';
	host.parameters = { filters: { ignoreChatIds: id }, options: { deduplicate: false } };
	await host.publish();
	const message = { id: '1', type: 'text', fromMe: false };
	for (const remoteJid of [other, same]) await host.post({ ...message, remoteJid }, host.token(sandbox));
	expect(host.runs.map(([item]) => item?.json.remoteJid)).toEqual([other]);
});

test('a start of n8n does not unpublish a workflow because of its chat IDs', async () => {
	await host.publish();
	host.parameters = { filters: { chatIds: 'Weekend team' } };
	await expect(host.publish('init')).resolves.toBeUndefined();
	expect(await host.post({}, host.token(sandbox))).toBe(200);
});
