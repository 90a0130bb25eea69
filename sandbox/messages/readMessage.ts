import type { ZodIssue } from 'zod';
import { invalid } from '../responses/serviceError';
import type { BodyNames } from '../types/bodyNames';
import type { Dialect } from '../types/dialect';
import { contentSchemas, hasFile, isKnownType } from './contentSchemas';
import { decodeFile } from './decodeFile';
import { type Fields, isObject } from './fieldPath';
import { type Match, matchExample, placeOf } from './matchExample';

/** This folder reads the body of POST /messages. It knows nothing of the sandbox's state. */

export interface ReadMessage {
	instanceId: string;
	recipient: string;
	/** The documented name. */
	type: string;
	/** With the names of the documented dialect, and without base64. */
	content: Fields;
	/** The file that the body contains. */
	file?: Buffer;
	/** What is unknown or does not fit the type, if the dialect accepts it. */
	marks: string[];
}

/** The placeholders of the content, by the documented name. */
const placeholderOf: Record<string, string> = {
	text: 'text',
	url: 'mediaUrl',
	base64: 'mediaData',
	caption: 'caption',
	fileName: 'fileName',
	mimetype: 'mimeType',
	ptt: 'voiceNote',
	quotedMessageId: 'replyTo',
};

/** A body that was read by one of the two examples of a dialect. */
interface Reading {
	match: Match;
	type: string;
	content: Fields;
	/** What does not fit, apart from instance and recipient. */
	marks: string[];
	/** Returns the name of a field of the content in this dialect. */
	nameOf: (field: string) => string;
}

/**
 * Reads the body of POST /messages, which the reference does not show (section 4.19), by the examples of the dialect.
 *
 * @throws 400 if the recipient, the whole content or valid base64 is missing; and, if the dialect refuses unknown
 * content, for everything that would be marked otherwise
 */
export function readMessage(body: Fields, { fieldNames: names, unknownContent }: Dialect): ReadMessage {
	const readings = [readStandard(body, names), readCustom(body, names)];
	const [best] = readings.toSorted((one, other) => one.marks.length - other.marks.length);
	const { match, type, content, marks, nameOf } = best!;
	const [instanceId, recipient] = ['instance', 'recipient'].map((name) => match.values.get(name));
	const place = (name: string) => placeOf(names.message, name) ?? name;

	const refusals = [
		...instanceProblems(instanceId, place('instance')),
		...recipientProblems(recipient, place('recipient')),
	];
	const givenType = match.values.get('type');
	if (givenType !== undefined && (typeof givenType !== 'string' || givenType === ''))
		refusals.push(`${place('type')} must be the name of a type`);
	if (unknownContent === 'refused') refusals.push(...marks);
	else if (Object.keys(content).length === 0 && !isObject(body['content'])) refusals.push('content is missing');
	if (refusals.length > 0) throw invalid(refusals.join('; '));

	const { base64, ...rest } = content;
	const file = base64 === undefined ? undefined : decodeFile(base64, nameOf('base64'));
	return { instanceId: instanceId as string, recipient: recipient as string, type, content: rest, file, marks };
}

/** Reads what Send Text, Send Media and Send and Wait send. */
function readStandard(body: Fields, names: BodyNames): Reading {
	const match = matchExample(names.message, body);
	const content: Fields = {};
	for (const [name, placeholder] of Object.entries(placeholderOf))
		if (match.values.has(placeholder)) content[name] = match.values.get(placeholder);
	// One place for both.
	if (content['caption'] === undefined && (content['url'] ?? content['base64']) !== undefined) {
		content['caption'] = content['text'];
		delete content['text'];
		if (content['caption'] === undefined) delete content['caption'];
	}
	const nameOf = (field: string) => placeOf(names.message, placeholderOf[field] ?? '') ?? field;
	return readingOf(match, content, names, nameOf);
}

/** Reads what Send Custom sends. */
function readCustom(body: Fields, names: BodyNames): Reading {
	const match = matchExample(names.customMessage, body);
	const given = match.values.get('content');
	const content = isObject(given) ? { ...given } : {};
	const reply = match.values.get('replyTo');
	if (reply !== undefined) content['quotedMessageId'] = reply;
	const place = placeOf(names.customMessage, 'content') ?? 'content';
	return readingOf(match, content, names, (field) => `${place}.${field}`);
}

function readingOf(match: Match, content: Fields, { types }: BodyNames, nameOf: Reading['nameOf']): Reading {
	const given = match.values.get('type') ?? types['text'];
	const type = Object.keys(types).find((each) => types[each] === given) ?? String(given);
	// A type with another name in this dialect is unknown under the documented one.
	const isKnown = isKnownType(type) && (types[type] ?? type) === given;
	const problems = isKnown ? contentProblems(type, content, nameOf) : [`unknown type "${type}"`];
	return { match, type, content, marks: [...problems, ...match.problems], nameOf };
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function instanceProblems(instanceId: unknown, field: string): string[] {
	if (instanceId === undefined) return [`${field} is missing`];
	return uuid.test(String(instanceId)) ? [] : [`${field} must be a UUID`];
}

function recipientProblems(recipient: unknown, field: string): string[] {
	if (recipient === undefined) return [`${field} is missing`];
	return typeof recipient === 'string' && /^(\d{7,15}|[^\s@]+@[^\s@]+)$/.test(recipient)
		? []
		: [`${field} must be a phone number of 7 to 15 digits, or an ID with a domain`];
}

/** Returns what is wrong with the content of a message of a known type. */
function contentProblems(type: keyof typeof contentSchemas, content: Fields, nameOf: Reading['nameOf']): string[] {
	const { success, error } = contentSchemas[type].safeParse(content);
	const problems = success ? [] : error.issues.flatMap((issue) => describe(issue, nameOf));
	if (!hasFile(type) || (content['url'] === undefined) !== (content['base64'] === undefined)) return problems;
	const fields = [nameOf('url'), nameOf('base64')];
	return [
		content['url'] === undefined ? `${fields.join(' or ')} is missing` : `${fields.join(' and ')} exclude each other`,
		...problems,
	];
}

function describe(issue: ZodIssue, nameOf: Reading['nameOf']): string[] {
	const name = ([first, ...rest]: Array<string | number>) => [nameOf(String(first)), ...rest].join('.');
	if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `unknown field ${name([...issue.path, key])}`);
	return issue.code === 'invalid_type' && issue.received === 'undefined'
		? [`${name(issue.path)} is missing`]
		: [`${name(issue.path)}: ${issue.message}`];
}
