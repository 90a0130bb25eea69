import type { Sandbox } from '../../../tools/sandbox';
import { type Changes, runCase } from '../support/runCase';
import { setUpSandbox } from '../../support/setUpSandbox';

/** Limits and switches whose values come from expressions. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const API = 'contact.apiRequest';
const run = async (name: string, changes: Changes) => await runCase(sandbox, name, changes);

describe('a Limit', () => {
	const runWith = async (name: string, limit: string) =>
		await run(name, { limit, returnAll: false, ...(name === API && { pagination: 'page' }) });

	const range = 'must be a whole number from 1 to 100,000';
	test.each([
		['={{ $json.missing }}', 'is empty'],
		['={{ NaN }}', 'is empty'],
		['={{ 100001 }}', range],
		['={{ "many" }}', range],
		['={{ [5] }}', range],
	])('of %s is rejected for every list: it %s', async (limit, problem) => {
		for (const name of ['instance.getAll', 'chat.getAll', 'chat.getMessages', 'webhook.getAll', API]) {
			const { error } = await runWith(name, limit);
			expect(error?.message).toBe(`The field "Limit" ${problem}`);
		}
		expect(sandbox.log).toEqual([]);
	});

	test('as digits is accepted', async () => {
		await runWith('instance.getAll', '={{ " 2 " }}');
		expect(sandbox.log.map(({ query }) => query.limit)).toEqual(['2']);
	});
});

describe('a boolean', () => {
	const SWITCHES: Array<[string, string, string]> = [
		['chat.archive', 'archive', 'Archive'],
		['group.setAnnouncement', 'announcement', 'Announcement'],
		['group.updateSettings', 'updateFields.announcement', 'Announcement'],
		['instance.connect', 'pairingCode', 'Use Pairing Code'],
		['webhook.create', 'webhookFields.isActive', 'Is Active'],
		['instance.getAll', 'returnAll', 'Return All'],
	];

	test.each([
		['={{ "false" }}', false],
		['={{ " TRUE " }}', true],
		['={{ false }}', false],
	])('of %s is sent as %s', async (value, sent) => {
		for (const [name, path] of SWITCHES.slice(0, 5)) await run(name, { [path]: value });
		expect(sandbox.log.map(({ body }) => body as Record<string, unknown>)).toMatchObject(
			SWITCHES.slice(0, 5).map(([, path]) => ({ [path.replace(/.*\./, '')]: sent })),
		);
	});

	test.each(['={{ "no" }}', '={{ 0 }}', '={{ [] }}', '={{ ({}) }}'])('of %s is rejected', async (value) => {
		for (const [name, path, label] of SWITCHES) {
			const { error } = await run(name, { [path]: value });
			expect(error?.message).toMatch(new RegExp(`^The field "${label}" contains .* instead of true or false$`));
		}
		expect(sandbox.log).toEqual([]);
	});

	test('of "false" for Return All keeps the Limit', async () => {
		const { items } = await run('instance.getAll', { returnAll: '={{ "false" }}', limit: 2, filters: {} });
		expect(items).toHaveLength(2);
	});
});
