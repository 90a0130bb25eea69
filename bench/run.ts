import { chapters } from './chapters';
import { guard } from './guard';
import { deliveryProfiles, profiles } from './profile';
import { realTime } from './transport/realtime';
import { writeChapter } from './report/document';
import { simulation } from './transport/simulation';

/** What runs only when named: the check of CI, profiles, and long measurements for docs/transport-figures.md. */
const others: Record<string, () => Promise<string[]>> = {
	guard,
	profile: profiles,
	profileDeliveries: deliveryProfiles,
	realtime: realTime,
	simulation,
};

/**
 * `npm run bench`: measures all chapters of docs/benchmarks.md and writes them there. `npm run bench -- <name> …` runs the
 * named ones only.
 */
async function main(): Promise<void> {
	const asked = process.argv.slice(2);
	const known = [...Object.keys(chapters), ...Object.keys(others)];
	const unknown = asked.filter((name) => !known.includes(name));
	if (unknown.length > 0)
		throw new Error(`No such benchmark: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
	for (const name of asked.length > 0 ? asked : Object.keys(chapters)) {
		console.log(`\n${name} …`);
		const { [name]: chapter } = chapters;
		const text = chapter
			? writeChapter(name, chapter.title, await chapter.measure(), Object.keys(chapters))
			: (await others[name]?.())?.join('\n');
		console.log(text);
	}
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
