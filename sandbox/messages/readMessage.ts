import type { ZodIssue } from 'zod';
import { invalid } from '../responses/serviceError';
import type { Dialect } from '../types/dialect';
import { contentSchemas, hasFile, isKnownType } from './contentSchemas';
import { decodeFile, type SentFile } from './decodeFile';

/** This folder reads the body of POST /messages. It knows nothing of the sandbox's state. */

type Fields = Record<string, unknown>;

export interface ReadMessage {
	recipient: string;
	type: string;
	/** With the names of the documented dialect, and without base64. */
	content: Fields;
	/** The file that the body contains. */
	file?: SentFile;
	/** What is unknown or does not fit the type, if the dialect accepts it. */
	marks: string[];
}

/** The settings of the dialect that name a field of the content. */
const settingOf = {
	text: 'textField',
	url: 'mediaUrlField',
	base64: 'mediaDataField',
	caption: 'captionField',
	fileName: 'fileNameField',
	mimetype: 'mimeTypeField',
	quotedMessageId: 'replyToField',
} as const;
const namedFields = Object.keys(settingOf) as Array<keyof typeof settingOf>;

/**
 * Reads the body of POST /messages, which the reference does not show (section 4.19), with the names that the dialect
 * has for its fields.
 *
 * @throws 400 if the recipient, the whole content or valid base64 is missing; and, if the dialect refuses unknown
 * content, for everything that would be marked otherwise
 */
export function readMessage(body: Fields, dialect: Dialect): ReadMessage {
	const { recipientField, unknownContent } = dialect;
	const recipient = at(body, recipientField);
	const type = typeof body['type'] === 'string' ? body['type'] : 'text';
	const { content, unknownFields } = readContent(body, dialect);
	const marks = [...problemsOf(type, content, dialect), ...unknownFields];

	const refusals = recipientProblems(recipient, recipientField);
	if (unknownContent === 'refused') refusals.push(...marks);
	else if (Object.keys(content).length === 0 && !isObject(body['content']))
		refusals.push('content is missing');
	if (refusals.length > 0) throw invalid(refusals.join('; '));

	const { base64, ...rest } = content;
	const file =
		base64 === undefined
			? undefined
			: decodeFile(base64, dialect.mediaDataField, dialect.mediaDataFormat);
	return { recipient: recipient as string, type, content: rest, file, marks };
}

function recipientProblems(recipient: unknown, field: string): string[] {
	if (recipient === undefined) return [`${field} is missing`];
	return typeof recipient === 'string' && /^(\d{7,15}|[^\s@]+@[^\s@]+)$/.test(recipient)
		? []
		: [`${field} must be a phone number of 7 to 15 digits, or an ID with a domain`];
}

/** Returns the content under its documented names, and a text for each field that is not content. */
function readContent(body: Fields, dialect: Dialect) {
	const content = new Map<string, unknown>();
	const paths = ['instanceId', 'type', dialect.recipientField];
	for (const name of namedFields) {
		const path = dialect[settingOf[name]];
		paths.push(path);
		const value = at(body, path);
		if (value !== undefined) content.set(name, value);
	}
	const unknownFields: string[] = [];
	visit(body, '');
	return { content: Object.fromEntries(content), unknownFields };

	function visit(fields: Fields, prefix: string): void {
		for (const [key, value] of Object.entries(fields)) {
			const path = prefix + key;
			if (paths.includes(path)) continue;
			const isParent = path === 'content' || paths.some((each) => each.startsWith(`${path}.`));
			if (isParent && isObject(value)) visit(value, `${path}.`);
			// A field with another name in this dialect is unknown under the documented one.
			else if (prefix === 'content.' && !Object.hasOwn(settingOf, key)) content.set(key, value);
			else unknownFields.push(`unknown field ${path}`);
		}
	}
}

/** Returns what is wrong with the content of a message of this type. */
function problemsOf(type: string, content: Fields, dialect: Dialect): string[] {
	if (!isKnownType(type)) return [`unknown type "${type}"`];
	const { success, error } = contentSchemas[type].safeParse(content);
	const problems = success ? [] : error.issues.flatMap((issue) => describe(issue, dialect));
	if (hasFile(type) && (content['url'] === undefined) === (content['base64'] === undefined)) {
		const names = [dialect.mediaUrlField, dialect.mediaDataField];
		problems.unshift(
			content['url'] === undefined
				? `${names.join(' or ')} is missing`
				: `${names.join(' and ')} exclude each other`,
		);
	}
	return problems;
}

function describe(issue: ZodIssue, dialect: Dialect): string[] {
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map((key) => `unknown field ${nameOf([...issue.path, key], dialect)}`);
	const name = nameOf(issue.path, dialect);
	return issue.code === 'invalid_type' && issue.received === 'undefined'
		? [`${name} is missing`]
		: [`${name}: ${issue.message}`];
}

/** Returns the name that a field of the content has in this dialect. */
function nameOf([first, ...rest]: Array<string | number>, dialect: Dialect): string {
	const named = namedFields.find((name) => name === first);
	return [named === undefined ? `content.${first}` : dialect[settingOf[named]], ...rest].join('.');
}

/** Returns the value at a path with dots. */
function at(fields: Fields, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
			fields,
		);
}

function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
