// `npm run test:mutation`: mutation testing group by group, then what came of it. Arguments: groups, all of them without.
// `--report` only reports anew. Fails below 90 % or when a survivor is not explained in test/mutation/survivors.yaml.
import { existsSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { groups } from '../test/mutation/groups.mjs';
import { main, PlainError, run } from './run.mjs';
import { setUpRoot } from './setup.mjs';

const AIM = 0.9;
const EXPLAINED = 'test/mutation/survivors.yaml';
const KILLED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

const short = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 160);

/** A mutant by its source line before and after, which outlives edits elsewhere in the file. */
function describe(source, { location: { start, end }, replacement }) {
	const lines = source.split('\n');
	const before = lines[start.line - 1].slice(0, start.column - 1);
	const after = lines[end.line - 1].slice(end.column - 1);
	return { was: short(lines.slice(start.line - 1, end.line).join('\n')), becomes: short(before + replacement + after) };
}

const isSame = (one, other) => one.was === other.was && one.becomes === other.becomes;

/** Prints the table, and the survivors that nobody explained, ready to be put into the file with a reason. */
function report(names) {
	const explained = parse(readFileSync(EXPLAINED, 'utf8')) ?? {};
	const missing = {};
	const rows = [];
	for (const name of names) {
		const path = `reports/mutation/${name}.json`;
		if (!existsSync(path)) throw new PlainError(`${path} is missing: run \`npm run test:mutation\` first.`);
		for (const [file, { source, mutants }] of Object.entries(JSON.parse(readFileSync(path, 'utf8')).files)) {
			const killed = mutants.filter(({ status }) => KILLED.includes(status)).length;
			const survivors = mutants.filter(({ status }) => SURVIVED.includes(status)).map((mutant) => describe(source, mutant));
			const open = survivors.filter((survivor) => !explained[file]?.some((entry) => isSame(entry, survivor)));
			if (open.length > 0) missing[file] = open.map((survivor) => ({ ...survivor, why: '' }));
			rows.push({ file, killed, tested: killed + survivors.length, unexplained: open.length });
		}
	}
	for (const { file, killed, tested, unexplained } of rows) {
		console.log(`| ${file} | ${killed} of ${tested} | ${percent(killed, tested)} | ${unexplained} |`);
	}
	const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
	console.log(`| all | ${sum('killed')} of ${sum('tested')} | ${percent(sum('killed'), sum('tested'))} | ${sum('unexplained')} |`);
	if (sum('unexplained') > 0) console.log(`\nNot explained in ${EXPLAINED}:\n${stringify(missing, { lineWidth: 0 })}`);
	return sum('unexplained') === 0 && sum('killed') >= AIM * sum('tested') ? 0 : 1;
}

const percent = (part, whole) => `${((100 * part) / (whole || 1)).toFixed(1)} %`;

await main(async () => {
	const args = process.argv.slice(2);
	const chosen = args.filter((name) => name !== '--report');
	const names = chosen.length > 0 ? chosen : Object.keys(groups);
	for (const name of names) if (!(name in groups)) throw new PlainError(`No group ${name}: ${Object.keys(groups).join(', ')}`);
	if (!args.includes('--report')) {
		await setUpRoot();
		for (const name of names) {
			console.log(`\nMutation testing: ${name} …`);
			const env = { ...process.env, MUTATION_GROUP: name };
			const code = await run(process.execPath, ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'], { env });
			if (code !== 0) return code;
		}
	}
	return report(names);
});
