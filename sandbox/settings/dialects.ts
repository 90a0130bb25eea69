import { isDeepStrictEqual } from 'node:util';
import type { Dialect, DialectChoice, DialectName, DialectSettings } from '../types/dialect';
import { checkSettings } from './dialectSchema';
import { eventShapeOf } from './eventShapes';

/** This folder has what a user can set: dialects, tiers and the flags of the command line. */

/** The simplest interpretation of the reference. The other presets override some of its settings. */
const documented: Dialect = {
	lists: 'asDocumented',
	records: 'bare',
	confirmation: 'message',
	downloads: 'bytes',
	qrcode: 'dataUri',
	createdStatus: 201,
	chatParameter: 'chatId',
	pageSizeParameter: 'limit',
	cursorParameter: 'cursor',
	instanceParameter: 'instanceId',
	ephemeralField: 'expiration',
	downloadParameter: 'messageId',
	chatsPaging: 'page',
	webhookId: 'top',
	webhookDelete: 'works',
	webhookSecretsReadable: true,
	events: eventShapeOf('top'),
	signature: null,
	deliveryIdHeader: null,
	deliveryCopies: 1,
	retryDelaysMs: [500, 1000, 2000],
	retryAfterInBody: true,
	retryAfterHeader: false,
	rateLimitHeaders: true,
	instanceField: 'instanceId',
	recipientField: 'remoteJid',
	recipientSuffix: '',
	typeField: 'type',
	typeNames: {},
	contentField: 'content',
	textField: 'content.text',
	mediaUrlField: 'content.url',
	mediaDataField: 'content.base64',
	mediaDataFormat: 'base64',
	captionField: 'content.caption',
	fileNameField: 'content.fileName',
	mimeTypeField: 'content.mimetype',
	replyToField: 'content.quotedMessageId',
	unknownContent: 'marked',
};

/** The presets, as what they change of `documented`. */
export const dialects: Record<DialectName, DialectSettings> = {
	documented: {},
	wrapped: {
		lists: 'successData',
		records: 'successData',
		confirmation: 'success',
		downloads: 'base64',
		qrcode: 'base64',
		chatsPaging: 'cursor',
		webhookId: 'data',
		events: 'data',
		signature: {
			headerName: 'x-signature',
			algorithm: 'sha256',
			encoding: 'hex',
			prefix: 'sha256=',
		},
		deliveryIdHeader: 'x-delivery-id',
		retryAfterHeader: true,
	},
	bare: {
		lists: 'bare',
		confirmation: 'emptyText',
		downloads: 'url',
		qrcode: 'base64',
		createdStatus: 200,
		chatsPaging: 'none',
		events: 'array',
		retryAfterInBody: false,
		retryAfterHeader: true,
	},
	sparse: {
		lists: 'data',
		records: 'data',
		confirmation: '204',
		downloads: 'otherHost',
		createdStatus: 200,
		webhookId: 'absent',
		webhookDelete: 405,
		webhookSecretsReadable: false,
		events: 'data',
		retryAfterInBody: false,
		rateLimitHeaders: false,
	},
	strict: { unknownContent: 'refused' },
	renamed: {
		recipientField: 'to',
		textField: 'text',
		mediaUrlField: 'media.url',
		mediaDataField: 'media.data',
		mediaDataFormat: 'dataUri',
		captionField: 'caption',
		fileNameField: 'media.name',
		mimeTypeField: 'media.type',
		replyToField: 'quoted.id',
		unknownContent: 'refused',
	},
	flatBody: {
		chatParameter: 'chat_id',
		pageSizeParameter: 'page_size',
		instanceParameter: 'instance_id',
		downloadParameter: 'message_id',
		ephemeralField: 'disappearing_seconds',
		instanceField: 'instance_id',
		recipientField: 'to',
		typeField: 'kind',
		typeNames: { text: 'chat', audio: 'voice', document: 'file' },
		contentField: 'details',
		textField: 'text',
		mediaUrlField: 'media_url',
		mediaDataField: 'media_base64',
		captionField: 'caption',
		fileNameField: 'file_name',
		mimeTypeField: 'mime_type',
		replyToField: 'reply_to',
		unknownContent: 'refused',
	},
	nestedBody: {
		chatParameter: 'jid',
		pageSizeParameter: 'perPage',
		instanceParameter: 'session',
		downloadParameter: 'ref',
		ephemeralField: 'settings.disappearing.after',
		instanceField: 'session.id',
		recipientField: 'destination.address',
		recipientSuffix: '@s.whatsapp.net',
		typeField: 'message.kind',
		typeNames: { text: 'TEXT', image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO', document: 'FILE' },
		contentField: 'message.body',
		textField: 'message.body.plain.value',
		mediaUrlField: 'message.body.attachment.source.href',
		mediaDataField: 'message.body.attachment.source.data',
		mediaDataFormat: 'dataUri',
		captionField: 'message.body.attachment.label',
		fileNameField: 'message.body.attachment.name',
		mimeTypeField: 'message.body.attachment.contentType',
		replyToField: 'message.context.id',
		unknownContent: 'refused',
	},
};

/** A sentence about each preset, for the console page. */
export const dialectNotes: Record<DialectName, string> = {
	documented: 'the simplest reading of the documentation',
	wrapped: 'every response is wrapped, deliveries are signed, and downloads are base64',
	bare: 'lists are bare arrays, and some responses are empty',
	sparse: 'responses lack what the documentation does not promise, such as rate headers',
	strict: 'as documented, but unknown types and fields of a message are refused',
	renamed: 'the fields of a message have other names, and any other field is refused',
	flatBody: 'the body of a message is flat, with other names and types',
	nestedBody: 'the body of a message is deeply nested, with other names and types',
};

/**
 * Returns all settings of a dialect.
 *
 * @param choice a preset, or settings that override one
 * @throws if there is no such preset, or a setting is unknown or invalid
 */
export function dialectOf(choice: DialectChoice = 'documented'): Dialect {
	const { name = 'documented', ...settings } = typeof choice === 'string' ? { name: choice } : choice;
	if (!Object.hasOwn(dialects, name)) {
		throw new Error(`There is no dialect "${name}". Use one of ${Object.keys(dialects).join(', ')}.`);
	}
	checkSettings(settings, Object.keys(documented));
	const { events, ...all } = { ...documented, ...dialects[name], ...settings };
	return { ...all, events: eventShapeOf(events) };
}

/** The preset that a dialect has, whatever its events look like; null if its settings are not those of a preset. */
export function nameOfDialect(dialect: Dialect): DialectName | null {
	const { events } = dialect;
	const names = Object.keys(dialects) as DialectName[];
	return names.find((name) => isDeepStrictEqual({ ...dialectOf(name), events }, dialect)) ?? null;
}
