import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../nodes/shared/userError';

export const root = join(__dirname, '../..');

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The content of a JSON file of the project, of a type that is not checked. */
export const readJson = <Content>(path: string) => JSON.parse(read(path)) as Content;

/** Compares lines with a file in `test/`, so that changes of texts show in review. `UPDATE=1` writes the file. */
export function expectLines(path: string, lines: string[]): void {
	const text = `${lines.join('\n')}\n`;
	if (process.env.UPDATE === '1') writeFileSync(join(root, 'test', path), text);
	expect(read(join('test', path))).toBe(text);
}

/** Compares the last part of each line of a file in `test/` with what the parts before it lead to. */
export async function expectAnswers(path: string, answer: (...parts: string[]) => string | Promise<string>) {
	const lines: string[] = [];
	for (const line of read(join('test', path)).trim().split('\n')) {
		const parts = line.split(' | ').slice(0, -1);
		lines.push([...parts, await answer(...parts)].join(' | '));
	}
	expectLines(path, lines);
}

/** Compares the text behind each input in a file in `test/`, e.g. `{"name":""}: It is empty`, with what is said now. */
export async function expectTexts(
	path: string,
	textOf: (input: string) => string | undefined | Promise<string | undefined>,
	end = /(?<=\}): /,
): Promise<void> {
	const lines: string[] = [];
	for (const line of read(join('test', path)).trim().split('\n')) {
		const [input = ''] = line.split(end, 1);
		lines.push(`${input}: ${await textOf(input)}`);
	}
	expectLines(path, lines);
}

/** What a user reads if `act` is refused: message and description. @returns undefined if nothing is refused */
export function refusal(act: () => unknown): string | undefined {
	try {
		act();
		return undefined;
	} catch (error) {
		expect(error).toBeInstanceOf(UserError);
		expect((error as UserError).name).toBe('UserError');
		return `${(error as UserError).message} | ${(error as UserError).description}`;
	}
}
