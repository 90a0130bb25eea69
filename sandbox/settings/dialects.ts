import { z } from 'zod';
import type { Dialect, DialectName } from '../types/sandbox';

/** The simplest reading of the reference; other dialects override its settings. */
const documented: Dialect = {
	lists: 'asDocumented',
	records: 'bare',
	empty: 'message',
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
	deliveryRepeats: 1,
	retryDelaysMs: [500, 1000, 2000],
	retryAfterInBody: true,
	retryAfterHeader: false,
	rateLimitHeaders: true,
};

export const dialects: Record<DialectName, Partial<Dialect>> = {
	documented: {},
	wrapped: {
		lists: 'successData',
		records: 'successData',
		empty: 'success',
		downloads: 'base64',
		qrcode: 'base64',
		chatsPaging: 'cursor',
		webhookId: 'data',
		payload: 'data',
		signature: { headerName: 'x-signature', algorithm: 'sha256', encoding: 'hex', prefix: 'sha256=' },
		deliveryIdHeader: 'x-delivery-id',
		retryAfterHeader: true,
	},
	bare: {
		lists: 'bare',
		empty: 'emptyText',
		downloads: 'address',
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
		empty: '204',
		downloads: 'otherHost',
		createdStatus: 200,
		webhookId: 'absent',
		webhookDelete: 405,
		webhookSecretsReadable: false,
		payload: 'data',
		retryAfterInBody: false,
		rateLimitHeaders: false,
	},
};

const name = z.string().min(1);

/** Dialects also come from command lines and other processes, without a type check. */
const allowed = z.strictObject({
	lists: z.enum(['asDocumented', 'bare', 'data', 'successData']),
	records: z.enum(['bare', 'data', 'successData']),
	empty: z.enum(['message', '204', 'emptyText', 'success']),
	downloads: z.enum(['bytes', 'base64', 'dataUri', 'address', 'otherHost']),
	qrcode: z.enum(['dataUri', 'base64']),
	createdStatus: z.union([z.literal(200), z.literal(201)]),
	chatParameter: name,
	pageSizeParameter: name,
	cursorParameter: z.literal('cursor'),
	instanceParameter: name,
	ephemeralField: name,
	downloadParameter: name,
	chatsPaging: z.enum(['page', 'cursor', 'none']),
	webhookId: z.enum(['top', 'data', 'absent']),
	webhookDelete: z.union([z.literal('works'), z.literal(404), z.literal(405), z.literal(501)]),
	webhookSecretsReadable: z.boolean(),
	payload: z.enum(['message', 'data', 'array']),
	signature: z
		.strictObject({ headerName: name, algorithm: z.enum(['sha256', 'sha1', 'sha512']), encoding: z.enum(['hex', 'base64']), prefix: z.string() })
		.nullable(),
	deliveryIdHeader: name.nullable(),
	deliveryRepeats: z.number().int().min(1).max(100),
	retryDelaysMs: z.array(z.number().int().min(0)),
	retryAfterInBody: z.boolean(),
	retryAfterHeader: z.boolean(),
	rateLimitHeaders: z.boolean(),
}).partial();

/** A preset by name, or settings that override the documented one. */
export function dialectOf(wish: DialectName | Partial<Dialect> = 'documented'): Dialect {
	if (typeof wish === 'string') {
		if (!Object.hasOwn(dialects, wish)) {
			throw new Error(`There is no dialect "${wish}"; there are ${Object.keys(dialects).join(', ')}.`);
		}
		return { ...documented, ...dialects[wish] };
	}
	const checked = allowed.safeParse(wish);
	if (checked.success) return { ...documented, ...(checked.data as Partial<Dialect>) };
	const problems = checked.error.issues.map((issue) => `${issue.path.join('.') || 'dialect'}: ${issue.message}`);
	throw new Error(`This dialect does not exist: ${problems.join('; ')}. It may set ${Object.keys(documented).join(', ')}.`);
}
