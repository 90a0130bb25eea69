import { type Names, settings } from './question/question';
import type { Outcome, Result } from './run';
import { notAsked } from './question/notAsked';

const idsOf = ({ question }: Result) => question.ids.map((id) => `\`${id}\``).join(', ');

/** The settings of the node that follow from names; those that equal the defaults need none. */
export function settingsFor(names: Names): string[] {
	return Object.entries(names).map(([name, value]) => {
		const [label, parameter, fallback] = settings[name as keyof Names];
		return value === fallback
			? `${label}: the default works`
			: `${label} = \`${value}\` (\`${parameter}\`)`;
	});
}

/** Writes the report in Markdown. It contains what the questions found, and so no personal data. */
export function reportOf({ results, known, failure }: Outcome): string {
	const answered = results.filter(({ finding }) => finding !== undefined);
	const settled = new Set(answered.flatMap(({ question }) => question.ids));
	const open = results.filter(
		({ finding, question }) =>
			finding === undefined && !question.ids.every((id) => settled.has(id)),
	);
	const follow = answered.flatMap(({ finding }) => settingsFor(finding!.names ?? {}));
	const changed = [...new Set(follow.filter((each) => each.includes(' = ')))];
	const list = (lines: string[], none: string) =>
		(lines.length > 0 ? lines.map((line) => `- ${line}`) : [none]).join('\n');
	const sections = [
		'# Probe of the messaging service',
		failure === undefined
			? `${answered.length} questions answered, ${open.length} still open, after ${known.answers.length} requests. An ID names a row of docs/open-questions.md.`
			: `**The probe could not use the service, so nothing is settled.** ${failure}`,
		'## Settings of the node',
		list(
			changed,
			answered.length > 0
				? 'None: nothing was found that needs another setting.'
				: 'Nothing was found.',
		),
		'## Answered',
		...(answered.length === 0 ? ['Nothing.'] : answered.map(answeredSection)),
		'## Still open',
		list(
			open.map((each) => `${each.question.title} (${idsOf(each)}): ${each.open}`),
			'Nothing that the probe asks.',
		),
		'## Not asked',
		list(
			Object.entries(notAsked).map(
				([reason, ids]) => `${reason} ${ids.map((id) => `\`${id}\``).join(', ')}`,
			),
			'',
		),
		'## What remains at the service',
		list(
			known.remains,
			known.sentCount > 0 ? 'Only the test messages to your own number.' : 'Nothing.',
		),
		'## For an issue',
		...issue(answered),
	];
	return `${sections.join('\n\n')}\n`;
}

function answeredSection({ question, finding }: Result): string {
	const follow = settingsFor(finding!.names ?? {}).map((each) => `- Setting: ${each}`);
	const ids = question.ids.map((id) => `\`${id}\``).join(', ');
	return [
		`### ${question.title}`,
		`${ids}\n\n${finding!.answer}`,
		...(follow.length > 0 ? [follow.join('\n')] : []),
	].join('\n\n');
}

/** What to paste into the fields of the form. */
function issue(answered: Result[]): string[] {
	if (answered.length === 0) return ['There is nothing to report yet.'];
	const ids = [...new Set(answered.flatMap(({ question }) => question.ids))];
	const answers = answered.map(
		({ question, finding }) =>
			`${question.ids.join(', ')}: ${finding!.answer.replace(/\n/g, '\n  ')}`,
	);
	return [
		'Please share the answers: open an issue of the form "An answer from the real service", and paste the following. Read it first.',
		`The question:\n\n~~~\n${ids.join(', ')}\n~~~`,
		`The answer:\n\n~~~\nFound by npm run probe.\n\n${answers.join('\n\n')}\n~~~`,
	];
}
