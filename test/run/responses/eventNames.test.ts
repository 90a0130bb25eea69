import type { Sandbox } from '../../../tools/sandbox';
import { loadEventNames } from '../../../nodes/MessagingIntegrationTrigger/registration/eventNames';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { editorContext } from '../../support/engine';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

test("the trigger's form lists each event name of the account's webhooks once, in order", async () => {
	const names = sandbox.data.webhooks.flatMap(({ events }) => events);
	const found = await loadEventNames.call(editorContext(credentialsFor(sandbox)));
	expect(found.map(({ value }) => value)).toEqual([...new Set(names)].sort());
	expect(found.length).toBeGreaterThan(1);
});

test('before credentials are selected, it lists none and sends no request', async () => {
	const context = editorContext(credentialsFor(sandbox), {}, { credentials: undefined });
	sandbox.log.length = 0;
	expect(await loadEventNames.call(context)).toEqual([]);
	expect(sandbox.log).toEqual([]);
});

test('a rejected API key is an error', async () => {
	const revoked = { ...credentialsFor(sandbox), apiKey: sandbox.keys.revoked };
	const loading = loadEventNames.call(editorContext({ ...revoked, environment: 'production' }));
	await expect(loading).rejects.toThrow('The API key is invalid, expired or revoked (401)');
});
