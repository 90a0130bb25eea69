import { invalid } from '../responses/serviceError';
import type { BodyNames, Dialect } from '../types/dialect';
import { decodeFile } from './decodeFile';
import { type Fields, isObject } from './fieldPath';
import { matchExample, placeOf } from './matchExample';

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
	/** What does not fit the example, if the dialect accepts it. */
	marks: string[];
}

/** The documented name of each placeholder of the content, and what its value must be. */
const contentNames: Record<string, [name: string, isValid: (value: unknown) => boolean]> = {
	text: ['text', isFilled],
	caption: ['caption', (value) => typeof value === 'string'],
	mediaUrl: ['url', (value) => /^https?:\/\/[^\s/]+/.test(String(value))],
	mediaData: ['base64', isFilled],
	fileName: ['fileName', isFilled],
	mimeType: ['mimetype', isFilled],
	voiceNote: ['ptt', (value) => typeof value === 'boolean'],
	replyTo: ['quotedMessageId', isFilled],
};

function isFilled(value: unknown): boolean {
	return typeof value === 'string' && value !== '';
}

/**
 * Reads the body of POST /messages, which the reference does not show (section 4.19), by the examples of the dialect.
 *
 * @throws 400 if the recipient, the whole content or valid base64 is missing; and, if the dialect refuses unknown
 * content, for everything that would be marked otherwise
 */
export function readMessage(body: Fields, { fieldNames, unknownContent }: Dialect): ReadMessage {
	const [standard, custom] = [readStandard(body, fieldNames), readCustom(body, fieldNames)];
	const isStandard = Object.hasOwn(fieldNames.types, standard.type) && Object.keys(standard.content).length > 0;
	const isCustom = !isStandard && Object.keys(custom.content).length > 0;
	const { values, type, content, marks } = isCustom ? custom : standard;
	const [instanceId, recipient] = ['instance', 'recipient'].map((name) => values.get(name));
	const place = (name: string) => placeOf(fieldNames.message, name) ?? name;

	const refusals = [
		...instanceProblems(instanceId, place('instance')),
		...recipientProblems(recipient, place('recipient')),
		...(values.has('type') && !isFilled(values.get('type')) ? [`${place('type')} must be the name of a type`] : []),
		...textProblems(values.get('text') ?? values.get('caption'), place('text')),
		...(unknownContent === 'refused' ? marks : []),
	];
	if (Object.keys(content).length === 0 && !isObject(body['content'])) refusals.push('content is missing');
	if (refusals.length > 0) throw invalid(refusals.join('; '));

	const { base64, ...rest } = content;
	const file = base64 === undefined ? undefined : decodeFile(base64, place('mediaData'));
	return { instanceId: instanceId as string, recipient: recipient as string, type, content: rest, file, marks };
}

/** A body that was read by one of the two examples of a dialect. */
type Reading = Pick<ReadMessage, 'type' | 'content' | 'marks'> & { values: Map<string, unknown> };

/** Reads what Send Text, Send Media and Send and Wait send. */
function readStandard(body: Fields, { message, types }: BodyNames): Reading {
	const { values, problems: marks } = matchExample(message, body);
	const place = (name: string) => placeOf(message, name) ?? name;
	const type = typeOf(values, types);
	// Both may have one place.
	if (type !== 'text' && values.has('text') && !values.has('caption')) {
		values.set('caption', values.get('text'));
		values.delete('text');
	}
	const content: Fields = {};
	for (const [placeholder, [name, isValid]] of Object.entries(contentNames)) {
		if (!values.has(placeholder)) continue;
		content[name] = values.get(placeholder);
		if (!isValid(content[name])) marks.push(`${place(placeholder)} is invalid`);
	}
	const needed = type === 'text' ? ['text'] : ['mediaUrl', 'mediaData'];
	const found = needed.filter((name) => values.has(name)).length;
	const places = needed.map(place);
	if (!Object.hasOwn(types, type)) marks.push(`unknown type "${type}"`);
	else if (found === 0) marks.push(`${places.join(' or ')} is missing`);
	else if (found === 2) marks.push(`${places.join(' and ')} exclude each other`);
	return { values, type, content, marks };
}

/** Reads what Send Custom sends. */
function readCustom(body: Fields, { customMessage, types }: BodyNames): Reading {
	const { values, problems: marks } = matchExample(customMessage, body);
	const given = values.get('content');
	const content = isObject(given) ? { ...given } : {};
	if (values.has('replyTo')) content['quotedMessageId'] = values.get('replyTo');
	return { values, type: typeOf(values, types), content, marks };
}

/** Returns the documented name of a type; without a type, `text`. */
function typeOf(values: Map<string, unknown>, types: BodyNames['types']): string {
	const given = values.get('type') ?? types['text'];
	const own = Object.keys(types).find((type) => types[type] === given) ?? String(given);
	return own === 'voice' ? 'audio' : own;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function instanceProblems(instanceId: unknown, field: string): string[] {
	if (instanceId === undefined) return [`${field} is missing`];
	return uuid.test(String(instanceId)) ? [] : [`${field} must be a UUID`];
}

/** The reference shows no limit of texts; chats have one. */
const maxText = 65_536;

function textProblems(text: unknown, field: string): string[] {
	return typeof text === 'string' && text.length > maxText ? [`${field} has more than ${maxText} characters`] : [];
}

function recipientProblems(recipient: unknown, field: string): string[] {
	if (recipient === undefined) return [`${field} is missing`];
	return typeof recipient === 'string' && /^(\d{7,15}|[^\s@]+@[^\s@]+)$/.test(recipient)
		? []
		: [`${field} must be a phone number of 7 to 15 digits, or an ID with a domain`];
}
