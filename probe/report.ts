import { fieldNamesOf } from './names/fieldNames';
import type { Fields } from '../nodes/shared/values';
import type { Known, Question } from './question/question';
import { shownPaths, words } from './question/shape';
import type { Outcome, Result } from './run';
import { notAsked } from './question/notAsked';

const idsOf = ({ question }: Result) => question.ids.map((id) => `\`${id}\``).join(', ');

/** What belongs into Field Names: what is proved, and what is likely beside it. */
export function foundNames({ names, likely }: Known): { fieldNames: Fields; likely: Fields } {
	const isOpen = ([key]: [string, string]) => !(key in names);
	return {
		fieldNames: fieldNamesOf(names),
		likely: fieldNamesOf(Object.fromEntries(Object.entries(likely).filter(isOpen))),
	};
}

/** The same for programs: `fieldNames` is what belongs into the credentials, `likely` is not proved. */
export const jsonOf = (known: Known): string => `${JSON.stringify(foundNames(known), undefined, 2)}\n`;

const json = (value: Fields) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
const isEmpty = (value: Fields) => Object.keys(value).length === 0;

/** The section with the JSON to paste. */
function fieldNamesSection(known: Known): string {
	const { fieldNames, likely } = foundNames(known);
	const isAny = Object.keys(known.names).length > 0;
	const proved = !isEmpty(fieldNames)
		? 'Paste this into the field Field Names of the credentials. Each name is proved, and differs from the default.'
		: isAny
			? 'The defaults work, as far as names were found.'
			: 'No name was found.';
	const rest = `Not proved, but accepted or shown by the service. Try these before you add them:\n\n${json(likely)}`;
	return [proved, json(fieldNames), ...(isEmpty(likely) ? [] : [rest])].join('\n\n');
}

/** Writes the report in Markdown. It contains what the questions found, and so no personal data. */
export function reportOf({ results, known, failure }: Outcome): string {
	const answered = results.filter(({ finding }) => finding !== undefined);
	const open = results.filter(({ finding }) => finding === undefined);
	const list = (lines: string[], none: string) =>
		(lines.length > 0 ? lines.map((line) => `- ${line}`) : [none]).join('\n');
	const sections = [
		'# Probe of the messaging service',
		failure === undefined
			? `${answered.length} questions answered, ${open.length} still open, after ${known.answers.length} requests. An ID names a row of docs/open-questions.md.`
			: `**The probe could not use the service, so nothing is settled.** ${failure}`,
		'## Field Names',
		fieldNamesSection(known),
		'## Answered',
		...(answered.length === 0 ? ['Nothing.'] : answered.map(answeredSection)),
		'## Still open',
		list(
			open.map((each) => `${each.question.title} (${idsOf(each)}): ${each.open}${toldBy(known, each.question)}`),
			'Nothing that the probe asks.',
		),
		'## Not asked',
		list(
			Object.entries(notAsked).map(([reason, ids]) => `${reason} ${ids.map((id) => `\`${id}\``).join(', ')}`),
			'',
		),
		'## What remains at the service',
		list(known.remains, known.sentCount > 0 ? 'Only the test messages to your own number.' : 'Nothing.'),
		'## For an issue',
		...issue(answered),
	];
	return `${sections.join('\n\n')}\n`;
}

/** What rejections told about the names of an open question, so that a person can go on. */
function toldBy({ learners }: Known, { request = '' }: Question): string {
	const told = learners.get(request)?.told();
	if (told === undefined) return '';
	const parts = [
		['requires', shownPaths(told.required)],
		['requires for some types', shownPaths(told.ofTypes)],
		['also has', shownPaths(told.other)],
		...[...told.values].map(([path, values]) => [`accepts at ${shownPaths([path]) || 'another name'}`, words(values)]),
	];
	const said = parts.filter(([, names]) => names !== '').map((part) => part.join(' '));
	return said.length === 0 ? '' : ` What the service says of \`${request}\`: it ${said.join('; it ')}.`;
}

function answeredSection({ question, finding }: Result): string {
	const ids = question.ids.map((id) => `\`${id}\``).join(', ');
	return `### ${question.title}\n\n${ids}\n\n${finding!.answer}`;
}

/** What to paste into the fields of the form. */
function issue(answered: Result[]): string[] {
	if (answered.length === 0) return ['There is nothing to report yet.'];
	const ids = [...new Set(answered.flatMap(({ question }) => question.ids))];
	const answers = answered.map(
		({ question, finding }) => `${question.ids.join(', ')}: ${finding!.answer.replace(/\n/g, '\n  ')}`,
	);
	return [
		'Please share the answers: open an issue of the form "An answer from the real service", and paste the following. Read it first.',
		`The question:\n\n~~~\n${ids.join(', ')}\n~~~`,
		`The answer:\n\n~~~\nFound by npm run probe.\n\n${answers.join('\n\n')}\n~~~`,
	];
}
