import { download } from './download';
import { realTime } from './realtime';
import { simulation } from './simulation';

/** `npm run bench [-- realtime|download|simulation]`: figures for docs/transport-figures.md. */
const parts: Record<string, () => Promise<string[]>> = { realtime: realTime, download, simulation };

async function main(): Promise<void> {
	const asked = process.argv.slice(2);
	for (const [name, part] of Object.entries(parts)) {
		if (asked.length > 0 && !asked.includes(name)) continue;
		console.log(`\n${name}`);
		console.log((await part()).join('\n'));
	}
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
