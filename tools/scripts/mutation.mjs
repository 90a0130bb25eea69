// `npm run test:mutation`: mutation testing, group by group. Arguments: names of groups; default: all.
// Stryker fails a group below `thresholds.break` of its configuration, and writes its report to reports/mutation/.
import { groups } from '../../test/mutation/groups.mjs';
import { main, PlainError, run } from './run.mjs';
import { setUpRoot } from './setup.mjs';

await main(async () => {
	const args = process.argv.slice(2);
	const names = args.length > 0 ? args : Object.keys(groups);
	for (const name of names)
		if (!(name in groups)) throw new PlainError(`No group ${name}: ${Object.keys(groups).join(', ')}`);
	await setUpRoot();
	const codes = [];
	for (const name of names) {
		console.log(`\nMutation testing: ${name} …`);
		const env = { ...process.env, MUTATION_GROUP: name };
		codes.push(
			await run(
				process.execPath,
				['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'test/mutation/stryker.config.mjs'],
				{
					env,
				},
			),
		);
	}
	return Math.max(...codes);
});
