import { deliveries } from './deliveries';
import type { Table } from './figures';
import { guard, items } from './items';
import { rateLimit } from './rateLimit';

/** Each measures and returns a table; docs/development/benchmarks.md says what they compare. */
const benchmarks: Record<string, () => Promise<Table>> = { items, deliveries, rateLimit };

/**
 * `npm run bench`: prints the tables of all benchmarks. `npm run bench -- <name> …` runs the named ones only, and
 * `guard`, the check of CI.
 */
async function main(): Promise<void> {
	const asked = process.argv.slice(2);
	const known: Record<string, () => Promise<Table>> = { ...benchmarks, guard };
	const unknown = asked.find((name) => !Object.hasOwn(known, name));
	if (unknown) throw new Error(`No benchmark ${unknown}: ${Object.keys(known).join(', ')}`);
	for (const name of asked.length > 0 ? asked : Object.keys(benchmarks)) {
		console.log(`\n${name} …`);
		console.table(await known[name]!());
	}
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
