import { invalid } from '../responses/serviceError';
import { type Fields, isObject } from './fields';

/** This folder reads the body of POST /messages. It knows nothing of the sandbox's state. */

export interface ReadMessage {
	instanceId: string;
	recipient: string;
	type: string;
	/** Without base64. */
	content: Fields;
	/** The file that the body contains. */
	file?: Buffer;
	/** What is unknown, missing or invalid in the content, if the dialect accepts it. */
	marks: string[];
}

/** The reference shows no limit of texts; chats have one. */
const maxText = 65_536;

const isFilled = (value: unknown) => typeof value === 'string' && value !== '';

/** The fields that the content of these types may have, and what their values must be. */
const types = ['text', 'image', 'video', 'audio', 'document'];
const contentFields: Record<string, (value: unknown) => boolean> = {
	text: isFilled,
	caption: (value) => typeof value === 'string',
	url: (value) => /^https?:\/\/[^\s/]+/.test(String(value)),
	base64: isFilled,
	fileName: isFilled,
	mimetype: isFilled,
	ptt: (value) => typeof value === 'boolean',
	quotedMessageId: isFilled,
};

/**
 * Reads the body of POST /messages, which the reference does not show (section 4.19): the fields of its Message.
 *
 * @param isStrict whether marks are errors, too
 * @throws 400 if the instance, the recipient, the content or valid base64 is missing
 */
export function readMessage(body: Fields, isStrict: boolean): ReadMessage {
	const { instanceId, remoteJid, type = 'text', content, ...others } = body;
	const fields = isObject(content) ? content : {};
	const marks = Object.keys(others).map((name) => `unknown field ${name}`);
	if (types.includes(String(type))) marks.push(...problemsOf(String(type), fields));

	const refusals = [];
	if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(instanceId))) refusals.push('instanceId must be a UUID');
	if (!/^(\d{7,15}|[^\s@]+@[^\s@]+)$/.test(String(remoteJid)))
		refusals.push('remoteJid must be a phone number of 7 to 15 digits, or an ID with a domain');
	if (!isFilled(type)) refusals.push('type must be the name of a type');
	if (!isObject(content)) refusals.push('content must be an object');
	if (String(fields['text'] ?? fields['caption'] ?? '').length > maxText)
		refusals.push(`content.text has more than ${maxText} characters`);
	if (isStrict) refusals.push(...marks);
	if (refusals.length > 0) throw invalid(refusals.join('; '));

	const { base64, ...rest } = fields;
	const file = base64 === undefined ? undefined : decodeFile(base64);
	return {
		instanceId: String(instanceId),
		recipient: String(remoteJid),
		type: String(type),
		content: rest,
		file,
		marks,
	};
}

function problemsOf(type: string, content: Fields): string[] {
	const problems = Object.entries(content).flatMap(([name, value]) => {
		const isValid = contentFields[name];
		if (isValid === undefined) return [`unknown field content.${name}`];
		return isValid(value) ? [] : [`content.${name} is invalid`];
	});
	const sources = (type === 'text' ? ['text'] : ['url', 'base64']).map((name) => content[name]);
	if (sources.filter((value) => value !== undefined).length !== 1)
		problems.push(type === 'text' ? 'content.text is missing' : 'content must have either url or base64');
	return problems;
}

function decodeFile(value: unknown): Buffer {
	const bytes = Buffer.from(String(value), 'base64');
	// Node skips what is not base64.
	if (bytes.length === 0 || bytes.toString('base64') !== value) throw invalid('content.base64 is not valid base64');
	return bytes;
}
