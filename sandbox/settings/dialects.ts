import { z } from 'zod';
import type { Dialect, DialectName } from '../types/dialect';

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
	payload: 'message',
	signature: null,
	deliveryIdHeader: null,
	deliveryCopies: 1,
	retryDelaysMs: [500, 1000, 2000],
	retryAfterInBody: true,
	retryAfterHeader: false,
	rateLimitHeaders: true,
	recipientField: 'remoteJid',
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
export const dialects: Record<DialectName, Partial<Dialect>> = {
	documented: {},
	wrapped: {
		lists: 'successData',
		records: 'successData',
		confirmation: 'success',
		downloads: 'base64',
		qrcode: 'base64',
		chatsPaging: 'cursor',
		webhookId: 'data',
		payload: 'data',
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
		payload: 'array',
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
		payload: 'data',
		retryAfterInBody: false,
		rateLimitHeaders: false,
	},
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
	strict: { unknownContent: 'refused' },
};

/** A sentence about each preset, for the console page. */
export const dialectNotes: Record<DialectName, string> = {
	documented: 'the simplest reading of the documentation',
	wrapped: 'every response is wrapped, deliveries are signed, and downloads are base64',
	bare: 'lists are bare arrays, and some responses are empty',
	sparse: 'responses lack what the documentation does not promise, such as rate headers',
	renamed: 'the fields of a message have other names, and any other field is refused',
	strict: 'as documented, but unknown types and fields of a message are refused',
};

const nonEmpty = z.string().min(1);
const fieldPath = z
	.string()
	.regex(/^[^.]+(\.[^.]+)*$/, 'Must be a field name, or a path with dots');

/** Settings also come from the command line and other processes, without a type check. */
const settingsSchema = z
	.strictObject({
		lists: z.enum(['asDocumented', 'bare', 'data', 'successData']),
		records: z.enum(['bare', 'data', 'successData']),
		confirmation: z.enum(['message', '204', 'emptyText', 'success']),
		downloads: z.enum(['bytes', 'base64', 'dataUri', 'url', 'otherHost']),
		qrcode: z.enum(['dataUri', 'base64']),
		createdStatus: z.union([z.literal(200), z.literal(201)]),
		chatParameter: nonEmpty,
		pageSizeParameter: nonEmpty,
		cursorParameter: z.literal('cursor'),
		instanceParameter: nonEmpty,
		ephemeralField: nonEmpty,
		downloadParameter: nonEmpty,
		chatsPaging: z.enum(['page', 'cursor', 'none']),
		webhookId: z.enum(['top', 'data', 'absent']),
		webhookDelete: z.union([z.literal('works'), z.literal(404), z.literal(405), z.literal(501)]),
		webhookSecretsReadable: z.boolean(),
		payload: z.enum(['message', 'data', 'array']),
		signature: z
			.strictObject({
				headerName: nonEmpty,
				algorithm: z.enum(['sha256', 'sha1', 'sha512']),
				encoding: z.enum(['hex', 'base64']),
				prefix: z.string(),
			})
			.nullable(),
		deliveryIdHeader: nonEmpty.nullable(),
		deliveryCopies: z.number().int().min(1).max(100),
		retryDelaysMs: z.array(z.number().int().min(0)),
		retryAfterInBody: z.boolean(),
		retryAfterHeader: z.boolean(),
		rateLimitHeaders: z.boolean(),
		recipientField: fieldPath,
		textField: fieldPath,
		mediaUrlField: fieldPath,
		mediaDataField: fieldPath,
		mediaDataFormat: z.enum(['base64', 'dataUri']),
		captionField: fieldPath,
		fileNameField: fieldPath,
		mimeTypeField: fieldPath,
		replyToField: fieldPath,
		unknownContent: z.enum(['marked', 'refused']),
	})
	.partial();

/**
 * Returns all settings of a dialect.
 *
 * @param choice a preset, or settings that override the `documented` preset
 * @throws if there is no such preset, or a setting is unknown or invalid
 */
export function dialectOf(choice: DialectName | Partial<Dialect> = 'documented'): Dialect {
	if (typeof choice === 'string') {
		if (!Object.hasOwn(dialects, choice)) {
			throw new Error(
				`There is no dialect "${choice}". Use one of ${Object.keys(dialects).join(', ')}.`,
			);
		}
		return { ...documented, ...dialects[choice] };
	}
	const parsed = settingsSchema.safeParse(choice);
	if (parsed.success) return { ...documented, ...(parsed.data as Partial<Dialect>) };
	const problems = parsed.error.issues.map(
		(issue) => `${issue.path.join('.') || 'dialect'}: ${issue.message}`,
	);
	throw new Error(
		`Invalid dialect: ${problems.join('; ')}. The settings are ${Object.keys(documented).join(', ')}.`,
	);
}
