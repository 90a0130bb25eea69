import type { Sandbox } from '../../../sandbox';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** Chat IDs that no chat can have are refused when the workflow is published. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready));

const SECRET = 'a-random-text-of-the-user';

describe.each(['automatic', 'manual'])('with %s registration', (registration) => {
	const set = (options: object, defaultCountryCode = '') => {
		Object.assign(host.credentials, { webhookSecret: SECRET, defaultCountryCode });
		host.parameters = { registration, filters: { ...options } };
	};

	test.each([
		['Chat IDs', { chatIds: '+55 11 98765-4321, (50) 94125-0126' }, '(50) 94125-0126', 'may lack'],
		['Ignore Chat IDs', { ignoreChatIds: '98765-4321' }, '98765-4321', 'may lack'],
		['Ignore Chat IDs', { ignoreChatIds: 'Weekend team' }, 'Weekend team', 'is neither'],
		['Chat IDs', { chatIds: '+55 11 98765-4321 (Ana)' }, '+55 11 98765-4321 (Ana)', 'is neither'],
	])('publishing with the %s %j is refused', async (label, options, id, problem) => {
		set(options);
		await expect(host.publish()).rejects.toThrow(
			`The field "${label}" contains "${id}", which ${problem}`,
		);
		expect(sandbox.log).toEqual([]);
	});

	test('numbers that the default country code completes, and any ID without spaces, are accepted', async () => {
		const chatIds = '(50) 94125-0126, 12025550143, 120363041234567890@g.us, 77@lid, chat-1';
		set({ chatIds }, '55');
		await expect(host.publish()).resolves.toBeUndefined();
	});
});

test('a start of n8n does not unpublish a workflow because of its chat IDs', async () => {
	await host.publish();
	host.parameters = { filters: { chatIds: 'Weekend team' } };
	await expect(host.publish('init')).resolves.toBeUndefined();
});
