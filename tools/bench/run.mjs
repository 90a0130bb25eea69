// `npm run bench`: prints the tables of all benchmarks, of which docs/development/benchmarks.md says what they compare.
// Arguments: names of benchmarks, or `guard`, the check of CI.
import { main, PlainError } from '../scripts/run.mjs';
import { deliveries } from './deliveries.mjs';
import { guard, items } from './items.mjs';
import { rateLimit } from './rateLimit.mjs';

const benchmarks = { items, deliveries, rateLimit, guard };

await main(async () => {
	const names = process.argv.length > 2 ? process.argv.slice(2) : ['items', 'deliveries', 'rateLimit'];
	const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
	if (unknown) throw new PlainError(`No benchmark ${unknown}: ${Object.keys(benchmarks).join(', ')}`);
	for (const name of names) {
		console.log(`\n${name} …`);
		console.table(await benchmarks[name]());
	}
});
