import { isDeepStrictEqual } from 'node:util';
import { type Fields, isObject } from './fieldPath';

/** What a body contains, by the placeholders of an example in the format of the node's Field Names. */
export interface Match {
	values: Map<string, unknown>;
	/** What the example does not have, or the body lacks. */
	problems: string[];
	/** How often a placeholder was found. */
	found: number;
}

const PLACEHOLDER = /\{([a-zA-Z]+)\}/;

/** Reads a body by an example. What contains placeholders may be missing; all else must be as in the example. */
export function matchExample(example: Fields, body: Fields): Match {
	const match: Match = { values: new Map(), problems: [], found: 0 };
	matchValue(example, body, '', match);
	return match;
}

/** Returns the path of a placeholder in an example, e.g. `content.text`. */
export function placeOf(example: unknown, placeholder: string, path = ''): string | undefined {
	if (typeof example === 'string') return example.includes(`{${placeholder}}`) ? path : undefined;
	if (typeof example !== 'object' || example === null) return undefined;
	for (const [key, value] of Object.entries(example)) {
		const place = placeOf(value, placeholder, under(path, key)) ?? placeOf(key, placeholder, under(path, key));
		if (place !== undefined) return place;
	}
	return undefined;
}

const under = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`);

const hasPlaceholder = (example: unknown) => PLACEHOLDER.test(JSON.stringify(example));

function matchValue(example: unknown, given: unknown, path: string, match: Match): void {
	const { problems } = match;
	if (given === undefined) {
		if (!hasPlaceholder(example)) problems.push(`${path} is missing`);
	} else if (!hasPlaceholder(example)) {
		if (!isDeepStrictEqual(example, given)) problems.push(`${path} must be ${JSON.stringify(example)}`);
	} else if (typeof example === 'string') matchText(example, given, path, match);
	else if (Array.isArray(example)) {
		if (Array.isArray(given)) matchList(example, given, path, match);
		else problems.push(`${path} must be a list`);
	} else if (isObject(given)) matchObject(example as Fields, given, path, match);
	else problems.push(`${path} must be an object`);
}

function matchObject(example: Fields, given: Fields, path: string, match: Match): void {
	const { found } = match;
	const left = new Map(Object.entries(given));
	const byPlaceholder = Object.entries(example).filter(([key, value]) => {
		const isNamed = !hasPlaceholder(key);
		if (isNamed) matchValue(value, left.get(key), under(path, key), match);
		if (isNamed) left.delete(key);
		return !isNamed;
	});
	for (const [key, value] of byPlaceholder) {
		const fitting = [...left].find(([name, each]) =>
			isFine((trial) => matchEntry(key, value, name, each, path, trial)),
		);
		const [name, each] = fitting ?? [...left][0] ?? [];
		if (name === undefined) continue;
		matchEntry(key, value, name, each, path, match);
		left.delete(name);
	}
	for (const name of left.keys()) match.problems.push(`unknown field ${under(path, name)}`);
	const isEmpty = match.found === found && Object.keys(given).length > 0;
	if (isEmpty && match.problems.length === 0) match.problems.push(`${path} has no value`);
}

function matchEntry(key: string, value: unknown, name: string, given: unknown, path: string, match: Match): void {
	matchText(key, name, path, match);
	matchValue(value, given, under(path, name), match);
}

function isFine(attempt: (trial: Match) => void): boolean {
	const trial: Match = { values: new Map(), problems: [], found: 0 };
	attempt(trial);
	return trial.problems.length === 0;
}

/** Entries with placeholders may be missing, so each entry of the body is that of the next one that it fits. */
function matchList(example: unknown[], given: unknown[], path: string, match: Match): void {
	let at = 0;
	for (const each of example) {
		const fits = isFine((trial) => matchValue(each, given[at], under(path, at), trial));
		if (at < given.length && (fits || !hasPlaceholder(each))) matchValue(each, given[at], under(path, at++), match);
		else if (!hasPlaceholder(each)) match.problems.push(`${under(path, at)} is missing`);
	}
	for (; at < given.length; at += 1) match.problems.push(`unknown entry ${under(path, at)}`);
}

function matchText(example: string, given: unknown, path: string, match: Match): void {
	const json = jsonIn(example);
	if (json !== undefined) return matchValue(json, jsonIn(String(given)), path, match);
	const choices = example.split(/(?<=\})(?=\{|data:)/);
	for (const choice of choices) {
		const found = valuesIn(choice, given);
		// A URL and a file may have one place.
		const isOther = choices.length > 1 && choice === '{mediaUrl}' && !/^https?:/.test(String(given).slice(0, 10));
		if (found === undefined || isOther) continue;
		for (const [name, value] of found) {
			if (match.values.has(name) && !isDeepStrictEqual(match.values.get(name), value))
				match.problems.push(`${path} has another value than elsewhere`);
			match.values.set(name, value);
			match.found += 1;
		}
		return;
	}
	match.problems.push(`${path} must be like ${example}`);
}

/** Returns the values of the placeholders in a text; undefined if it does not fit. */
function valuesIn(example: string, given: unknown): Array<[string, unknown]> | undefined {
	const pieces = example.split(PLACEHOLDER);
	const names = pieces.filter((_piece, at) => at % 2 === 1);
	const [name = ''] = names;
	if (example === `{${name}}`) return [[name, given]];
	// The text around a recipient belongs to phone numbers; beside other values, only the domain does.
	const ofAddress =
		names.join() === 'recipient'
			? ['', name, '']
			: pieces.map((piece, at) => (pieces[at - 1] === 'recipient' ? piece.replace(/^@[a-z\d.-]+/i, '') : piece));
	const found = textsIn(pieces, '\\d+', given) ?? textsIn(ofAddress, '[^\\s@]+@[^\\s@]+', given);
	return found && names.map((each, index) => [each, found[index + 1]]);
}

function textsIn(pieces: string[], recipient: string, given: unknown): string[] | undefined {
	const patterns = pieces.map((piece, at) => {
		if (at % 2 === 1) return piece === 'recipient' ? `(${recipient})` : '(.*?)';
		return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	});
	const found = typeof given === 'string' ? new RegExp(`^${patterns.join('')}$`, 's').exec(given) : null;
	return found ?? undefined;
}

function jsonIn(text: string): unknown {
	if (!/^\s*[[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
