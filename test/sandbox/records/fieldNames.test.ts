import type { DialectName } from '../../../tools/sandbox';
import { dialects } from '../../../tools/sandbox/settings/dialects';
import { idsOf } from '../../support/ids';
import { runCase } from '../../run/support/runCase';
import { credentialsFor } from '../../support/setUpSandbox';
import { useSandbox } from '../support/client';

const t = useSandbox();

/** What the node sends of a message is in test/run/sending/services.test.ts. */
test.each(Object.keys(dialects) as DialectName[])(
	'with the Field Names of the dialect %s, the node asks as the service expects',
	async (name) => {
		t.sandbox.setDialect(name);
		const credentials = { ...credentialsFor(t.sandbox), fieldNames: JSON.stringify(t.sandbox.fieldNames) };
		for (const [operation, changes] of [
			['chat.getMessages', {}],
			['download.getVideo', {}],
			['group.setEphemeral', { lifetime: 3600 }],
		] as const) {
			const { error } = await runCase(t.sandbox, operation, changes, { credentials });
			expect([operation, error?.message]).toEqual([operation, undefined]);
		}
		const { group } = idsOf(t.sandbox);
		expect(t.sandbox.data.groups.find(({ id }) => id === group)?.ephemeral).toBe(3600);
	},
);
