import { type Fields, isObject } from '../../shared/values';
import { didYouMean } from '../../shared/didYouMean';
import { UserError } from '../../shared/userError';
import { type ExampleName, jsonIn, PLACEHOLDERS } from './example';

/** What looks like a placeholder: a word in braces, or in double ones as in n8n's expressions. */
const PLACEHOLDER = /\{\{?\s*([\p{L}_][^{}"':,]*)\}\}?/gu;

/**
 * Checks an example of a body.
 * @throws UserError for an unknown placeholder, which it names with its place, and for an example without a recipient
 */
export function checkExample(name: ExampleName, example: Fields): void {
	const found = placeholdersIn(example, name);
	const valid = PLACEHOLDERS[name].map((each) => `{${each}}`);
	const unknown = found.find(({ text }) => !valid.includes(text));
	const list = `The placeholders of "${name}" are ${valid.join(', ')}.`;
	if (unknown !== undefined)
		throw new UserError(
			`The Field Names in the credentials contain the unknown placeholder "${unknown.text}" in "${unknown.at}"`,
			`${didYouMean(unknown.text, valid)} ${list}`,
		);
	if (!found.some(({ text }) => text === '{recipient}'))
		throw new UserError(
			`The example "${name}" in the Field Names of the credentials has no place for the recipient`,
			`Put "{recipient}" where the service expects the phone number or the chat. ${list}`,
		);
}

function placeholdersIn(example: unknown, at: string): Array<{ text: string; at: string }> {
	if (typeof example === 'string') {
		const json = jsonIn(example);
		if (json !== undefined) return placeholdersIn(json, at);
		return [...example.matchAll(PLACEHOLDER)].map(([text]) => ({ text, at }));
	}
	if (Array.isArray(example)) return example.flatMap((each, index) => placeholdersIn(each, `${at}.${index}`));
	if (!isObject(example)) return [];
	return Object.entries(example).flatMap(([key, each]) => {
		if (key !== '__proto__') return [...placeholdersIn(key, at), ...placeholdersIn(each, `${at}.${key}`)];
		throw new UserError(
			`The Field Names in the credentials contain "__proto__" in "${at}"`,
			'This cannot be the name of a field. Remove it.',
		);
	});
}
