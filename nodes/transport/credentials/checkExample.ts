import { didYouMean } from '../../shared/didYouMean';
import { joinSentences } from '../../shared/values';
import { UserError } from '../../shared/userError';
import { type ExampleName, placeholdersOf } from './example';

/** What looks like a placeholder: a word in braces, or in double ones as in n8n's expressions. */
const PLACEHOLDER = /\{\{?\s*[\p{L}_][^{}"':,]*\}\}?/gu;

/**
 * Checks an example of a body.
 * @throws UserError for an unknown placeholder, which it names, and for an example without a place for the recipient
 */
export function checkExample(name: ExampleName, example: object): void {
	const text = JSON.stringify(example);
	const found: string[] = text.match(PLACEHOLDER) ?? [];
	const valid = placeholdersOf(name);
	const list = `The placeholders of "${name}" are ${valid.join(', ')}.`;
	const unknown = found.find((each) => !valid.includes(each));
	if (unknown !== undefined)
		throw new UserError(
			`The example "${name}" in the Field Names of the credentials has the unknown placeholder "${unknown}"`,
			joinSentences(didYouMean(unknown, valid), list),
		);
	if (!found.includes('{recipient}'))
		throw new UserError(
			`The example "${name}" in the Field Names of the credentials has no place for the recipient`,
			`Put "{recipient}" where the service expects the phone number or the chat. ${list}`,
		);
	if (text.includes('"__proto__":'))
		throw new UserError(
			`The example "${name}" in the Field Names of the credentials contains the name "__proto__"`,
			'A body cannot have this name. Remove it.',
		);
}
