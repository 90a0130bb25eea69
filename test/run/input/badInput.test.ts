import type { Sandbox } from '../../../tools/sandbox';
import { expectTexts } from '../../support/project';
import { type Changes, runCase } from '../support/runCase';
import { setUpSandbox } from '../../support/setUpSandbox';

/** `operations.test.ts` has the expressions that return nothing, for each field. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

test.each(['chat', 'contact', 'download', 'group', 'instance', 'message', 'webhook'])(
	'with the resource %s, invalid input is refused with advice, and nothing is sent',
	async (resource) => {
		await expectTexts(`run/input/refusals/${resource}.txt`, async (input) => {
			const [, name = '', changes = ''] = /^(\S+) (.*)$/.exec(input) ?? [];
			const { error } = await runCase(sandbox, name, JSON.parse(changes) as Changes);
			expect([input, error?.context?.itemIndex]).toEqual([input, 0]);
			// Newer versions of Node add the line.
			const advice = error?.description?.replace(/ \(line \d+ column \d+\)/, '');
			return [error?.message, advice].filter(Boolean).join(' | ');
		});
		expect(sandbox.log).toEqual([]);
	},
);
