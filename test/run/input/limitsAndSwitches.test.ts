import type { Sandbox } from '../../../tools/sandbox';
import { type Changes, runCase } from '../support/runCase';
import { idsOf } from '../../support/ids';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

/** Limits and switches whose values come from expressions. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));
const run = async (name: string, changes: Changes) => await runCase(sandbox, name, changes);

describe('a Limit', () => {
	test('as digits and the largest one are accepted, with "false" for Return All', async () => {
		for (const limit of ['={{ " 2 " }}', 100000]) await run('instance.getAll', { limit, returnAll: '={{ "false" }}' });
		expect(sandbox.log.map(({ query }) => query.limit)).toEqual(['2', '100']);
	});
});

describe('a boolean', () => {
	const SWITCHES = [
		['chat.archive', 'archive'],
		['group.setAnnouncement', 'announcement'],
		['group.updateSettings', 'updateFields.announcement'],
		['instance.connect', 'pairingCode'],
		['webhook.create', 'webhookFields.isActive'],
	] as const;

	test.each([
		['={{ "false" }}', false],
		['={{ " TRUE " }}', true],
	])('of %s is sent as %s', async (value, sent) => {
		for (const [name, path] of SWITCHES) await run(name, { [path]: value });
		expect(sandbox.log.map(({ body }) => body as Record<string, unknown>)).toMatchObject(
			SWITCHES.map(([, path]) => ({ [path.replace(/.*\./, '')]: sent })),
		);
	});
});

test.each<[string, object, object]>([
	['={{ "3600" }}', {}, { expiration: 3600 }],
	['={{ "24h" }}', {}, { expiration: '24h' }],
	['={{ "007" }}', {}, { expiration: '007' }],
	['={{ 60 }}', { group: { lifetime: '' } }, {}],
])('the lifetime %s with the Field Names %j is sent as %j', async (lifetime, fieldNames, sent) => {
	const credentials = { ...credentialsFor(sandbox), fieldNames: JSON.stringify(fieldNames) };
	await runCase(sandbox, 'group.setEphemeral', { lifetime }, { credentials });
	const { instance: instanceId } = idsOf(sandbox);
	expect(sandbox.log.map(({ body }) => body)).toEqual([{ instanceId, ...sent }]);
});
