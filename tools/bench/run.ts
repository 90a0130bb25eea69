import { chapters } from './chapters';
import { guard } from './guard';
import { writeChapter } from './report/document';

/**
 * `npm run bench`: measures all chapters and writes them to reports/benchmarks.md. `npm run bench -- <name> …` runs
 * the named ones only, and `guard`, the check of CI.
 */
async function main(): Promise<void> {
	const asked = process.argv.slice(2);
	const ids = Object.keys(chapters);
	const unknown = asked.filter((name) => name !== 'guard' && !ids.includes(name));
	if (unknown.length > 0)
		throw new Error(`No such benchmark: ${unknown.join(', ')}. There are: ${ids.join(', ')}, guard.`);
	for (const name of asked.length > 0 ? asked : ids) {
		console.log(`\n${name} …`);
		const { [name]: chapter } = chapters;
		console.log(chapter ? writeChapter(name, chapter.title, await chapter.measure(), ids) : (await guard()).join('\n'));
	}
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
