import type { ZodIssue } from 'zod';
import { invalid } from '../responses/serviceError';
import type { Dialect } from '../types/dialect';
import { contentSchemas, hasFile, isKnownType } from './contentSchemas';
import { decodeFile, type SentFile } from './decodeFile';
import { type Fields, isObject, valueAt } from './fieldPath';

/** This folder reads the body of POST /messages. It knows nothing of the sandbox's state. */

export interface ReadMessage {
	instanceId: string;
	recipient: string;
	/** The documented name. */
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
	const { instanceField, recipientField, recipientSuffix, typeField, contentField } = dialect;
	const instanceId = valueAt(body, instanceField);
	const recipient = valueAt(body, recipientField);
	const givenType = valueAt(body, typeField);
	const type = typeOf(givenType, dialect);
	const { content, unknownFields } = readContent(body, dialect);
	const marks = [...problemsOf(givenType, content, dialect), ...unknownFields];

	const refusals = [...instanceProblems(instanceId, instanceField), ...recipientProblems(recipient, dialect)];
	if (givenType !== undefined && (typeof givenType !== 'string' || givenType === ''))
		refusals.push(`${typeField} must be the name of a type`);
	if (dialect.unknownContent === 'refused') refusals.push(...marks);
	else if (Object.keys(content).length === 0 && !isObject(valueAt(body, contentField)))
		refusals.push(`${contentField} is missing`);
	if (refusals.length > 0) throw invalid(refusals.join('; '));

	const { base64, ...rest } = content;
	const file = base64 === undefined ? undefined : decodeFile(base64, dialect.mediaDataField, dialect.mediaDataFormat);
	return {
		instanceId: instanceId as string,
		recipient: plainRecipient(recipient as string, recipientSuffix),
		type,
		content: rest,
		file,
		marks,
	};
}

/** Returns the documented name of a type; without a type, `text`. */
function typeOf(given: unknown, { typeNames }: Dialect): string {
	if (typeof given !== 'string') return 'text';
	return Object.keys(typeNames).find((type) => typeNames[type] === given) ?? given;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function instanceProblems(instanceId: unknown, field: string): string[] {
	if (instanceId === undefined) return [`${field} is missing`];
	return uuid.test(String(instanceId)) ? [] : [`${field} must be a UUID`];
}

function recipientProblems(recipient: unknown, { recipientField: field, recipientSuffix: suffix }: Dialect): string[] {
	if (recipient === undefined) return [`${field} is missing`];
	const isAddress = typeof recipient === 'string' && /^[^\s@]+@[^\s@]+$/.test(recipient);
	if (isAddress) return [];
	if (suffix !== '') return [`${field} must be an ID with a domain, such as …${suffix}`];
	return typeof recipient === 'string' && /^\d{7,15}$/.test(recipient)
		? []
		: [`${field} must be a phone number of 7 to 15 digits, or an ID with a domain`];
}

/** A person's address has the suffix that the dialect requires; the sandbox itself knows another one. */
function plainRecipient(recipient: string, suffix: string): string {
	return suffix !== '' && recipient.endsWith(suffix) ? recipient.slice(0, -suffix.length) : recipient;
}

/** Returns the content under its documented names, and a text for each field that is not content. */
function readContent(body: Fields, dialect: Dialect) {
	const content = new Map<string, unknown>();
	const { contentField } = dialect;
	const paths = [dialect.instanceField, dialect.typeField, dialect.recipientField];
	for (const name of namedFields) {
		const path = dialect[settingOf[name]];
		paths.push(path);
		const value = valueAt(body, path);
		if (value !== undefined) content.set(name, value);
	}
	const unknownFields: string[] = [];
	visit(body, '');
	return { content: Object.fromEntries(content), unknownFields };

	function visit(fields: Fields, prefix: string): void {
		for (const [key, value] of Object.entries(fields)) {
			const path = prefix + key;
			if (paths.includes(path)) continue;
			const isParent = [...paths, `${contentField}.`].some((each) => each.startsWith(`${path}.`));
			if (isParent && isObject(value)) visit(value, `${path}.`);
			// A field with another name in this dialect is unknown under the documented one.
			else if (prefix === `${contentField}.` && !Object.hasOwn(settingOf, key)) content.set(key, value);
			else unknownFields.push(`unknown field ${path}`);
		}
	}
}

/** Returns what is wrong with the content of a message of the given type. */
function problemsOf(givenType: unknown, content: Fields, dialect: Dialect): string[] {
	const type = typeOf(givenType, dialect);
	// A type with another name in this dialect is unknown under the documented one.
	const isRenamed = type === givenType && (dialect.typeNames[type] ?? type) !== type;
	if (isRenamed || !isKnownType(type)) return [`unknown type "${type}"`];
	const { success, error } = contentSchemas[type].safeParse(content);
	const problems = success ? [] : error.issues.flatMap((issue) => describe(issue, dialect));
	if (hasFile(type) && (content['url'] === undefined) === (content['base64'] === undefined)) {
		const names = [dialect.mediaUrlField, dialect.mediaDataField];
		problems.unshift(
			content['url'] === undefined ? `${names.join(' or ')} is missing` : `${names.join(' and ')} exclude each other`,
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
	const own = named === undefined ? `${dialect.contentField}.${first}` : dialect[settingOf[named]];
	return [own, ...rest].join('.');
}
