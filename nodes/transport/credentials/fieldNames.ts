import { joinSentences, parseJson } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { type Fields, isObject } from '../../shared/values';
import { checkExample } from './example';

/** The parts of an event to which a user's path can lead; by default none does, since the names of fields decide. */
const PARTS = ['message', 'chat', 'fromMe', 'text', 'id', 'type', 'status', 'instance', 'timestamp', 'name'] as const;

/** What the name of an event can mean; the message itself says who wrote, unless the name does. */
const MEANINGS = ['message', 'received', 'sent', 'reaction', 'status', 'connection', 'other'] as const;

/**
 * What the node sends and reads where the reference shows no names (sections 2.9, 4.12, 4.14–4.16, 4.19 and 6). The
 * first two are examples of bodies. A name in `event` is a path with dots; an empty name is not sent or, in `event`,
 * found by what the event contains. Without a type of their own, voice notes are audio.
 */
export const DEFAULT_FIELD_NAMES = {
	message: {
		instanceId: '{instance}',
		remoteJid: '{recipient}',
		type: '{type}',
		content: {
			text: '{text}',
			caption: '{caption}',
			url: '{mediaUrl}',
			base64: '{mediaData}',
			fileName: '{fileName}',
			mimetype: '{mimeType}',
			ptt: '{voiceNote}',
			quotedMessageId: '{replyTo}',
		},
	} as Fields,
	customMessage: { instanceId: '{instance}', remoteJid: '{recipient}', type: '{type}', content: '{content}' } as Fields,
	types: { text: 'text', image: 'image', video: 'video', audio: 'audio', document: 'document', voice: '' },
	query: { chat: 'chatId', instance: 'instanceId', pageSize: 'limit', cursor: 'cursor', messageId: 'messageId' },
	group: { lifetime: 'expiration' },
	event: Object.fromEntries(PARTS.map((part) => [part, ''])) as Record<(typeof PARTS)[number], string>,
	events: {} as Record<string, (typeof MEANINGS)[number]>,
	ignore: [] as string[],
};

/** The names of Field Names: those that the user entered, and the defaults of all others. */
export type FieldNames = typeof DEFAULT_FIELD_NAMES;

/** Parses the field Field Names, JSON or an object; empty = all defaults. @throws UserError that names what is wrong */
export function parseFieldNames(value: unknown): FieldNames {
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? {});
	if (text === '' || text === '{}') return DEFAULT_FIELD_NAMES;
	const entered = parseJson(text);
	if (entered instanceof SyntaxError)
		throw new UserError(
			`The Field Names in the credentials are not valid JSON: ${entered.message}`,
			'Keys, texts and placeholders need double quotes, and the last entry has no comma. An empty object {} stands for the defaults.',
		);
	const fieldNames = readEntry('', entered, DEFAULT_FIELD_NAMES) as FieldNames;
	const { chat, instance, pageSize, cursor } = fieldNames.query;
	// One request has all of these, the body with the lifetime also the instance: two values need two names.
	const parameterNames = [chat, instance, pageSize, cursor].filter(Boolean);
	const isInstance = fieldNames.group.lifetime === 'instanceId';
	const duplicateName = isInstance
		? 'instanceId'
		: parameterNames.find((name, index) => parameterNames.indexOf(name) !== index);
	if (duplicateName !== undefined)
		throw new UserError(
			`The Field Names in the credentials use "${duplicateName}" for two values`,
			'Correct one of them in the field Field Names of the credentials.',
		);
	checkExample('message', fieldNames.message);
	checkExample('customMessage', fieldNames.customMessage);
	return fieldNames;
}

/** Reads a name, an example or an object of names. Keys that are missing or null have their defaults. */
function readEntry(path: string, entered: unknown, defaults: unknown): unknown {
	const isName = typeof defaults === 'string';
	const isList = Array.isArray(defaults);
	if (isName && typeof entered === 'string') return entered.trim();
	if (isList && Array.isArray(entered) && entered.every((name) => typeof name === 'string')) return entered;
	const form = isList ? 'a list of texts' : 'a JSON object';
	if (isName || isList || !isObject(entered))
		throw new UserError(
			`The Field Name${path === '' ? 's' : ` "${path}"`} in the credentials must be ${isName ? 'a text' : form}, not ${JSON.stringify(entered)}`,
			'Correct it in the field Field Names of the credentials.',
		);
	if (path === 'message' || path === 'customMessage') return entered;
	if (path === 'events') return readEvents(entered);
	const prefix = path && `${path}.`;
	const entries = Object.entries(defaults as Fields);
	const keys = entries.map(([key]) => key);
	const unknown = Object.keys(entered).find((key) => !keys.includes(key));
	if (unknown === undefined)
		return Object.fromEntries(
			entries.map(([key, defaultValue]) => [key, readEntry(prefix + key, entered[key] ?? defaultValue, defaultValue)]),
		);
	throw new UserError(
		`The Field Names in the credentials contain the unknown key "${prefix}${unknown}"`,
		joinSentences(
			`The keys${path && ` of "${path}"`} are ${keys.join(', ')}.`,
			path === '' ? 'The body of a message belongs under "message".' : '',
		),
	);
}

/** Reads what the user's names of events mean. */
function readEvents(entered: Fields): Fields {
	const [invalidEvent] = Object.entries(entered).filter(([, meaning]) => !MEANINGS.some((name) => name === meaning));
	if (invalidEvent === undefined) return entered;
	throw new UserError(
		`The Field Name "events.${invalidEvent[0]}" in the credentials must not be ${JSON.stringify(invalidEvent[1])}`,
		`What an event can be is ${MEANINGS.join(', ')}.`,
	);
}
