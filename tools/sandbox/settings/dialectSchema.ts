import { z } from 'zod';
import { eventShapes } from './eventShapes';

const nonEmpty = z.string().min(1);
const name = '(?!__proto__(?![\\w-]))[A-Za-z_][\\w-]*';
const fieldPath = z.string().regex(new RegExp(`^${name}(\\.${name})*$`), 'Must be a field name, or a path with dots');
const segment = `(?:(?:${name}\\+)*${name}(?:\\[\\])*|(?:${name}\\+)+|(?:\\[\\])+)`;
const eventPath = z
	.string()
	.regex(
		new RegExp(`^(?:${segment}(?:\\.${segment})*)?$`),
		'Must be names with dots; [] after a name makes a list, and + puts fields beside it',
	);

const eventShape = z
	.strictObject({
		path: eventPath,
		names: z.enum(['camelCase', 'snake_case', 'kebab-case', 'PascalCase']),
		record: z.enum(['message', 'raw', 'flat']),
		fields: z
			.strictObject({
				chat: fieldPath.or(z.literal('')),
				fromMe: fieldPath,
				text: fieldPath,
				id: fieldPath,
				type: fieldPath,
				status: fieldPath,
				instance: fieldPath.or(z.literal('')),
				timestamp: fieldPath,
			})
			.partial(),
		quoted: fieldPath.or(z.literal('')),
		file: z.enum(['url', 'otherHost', 'base64', 'dataUri']),
	})
	.partial();

const example = z
	.record(z.string(), z.unknown())
	.refine((body) => JSON.stringify(body).includes('{recipient}'), 'Must contain {recipient}');

const settingsSchema = z
	.strictObject({
		lists: z.enum(['asDocumented', 'bare', 'data', 'successData']),
		records: z.enum(['bare', 'data', 'successData']),
		confirmation: z.enum(['message', '204', 'emptyText', 'success']),
		downloads: z.enum(['bytes', 'base64', 'dataUri', 'url', 'otherHost']),
		qrcode: z.enum(['dataUri', 'base64']),
		createdStatus: z.union([z.literal(200), z.literal(201)]),
		fieldNames: z
			.strictObject({
				message: example,
				customMessage: example,
				types: z.record(z.string(), z.string()),
				query: z.record(z.enum(['chat', 'instance', 'pageSize', 'cursor', 'messageId']), nonEmpty),
				group: z.strictObject({ lifetime: fieldPath }).partial(),
			})
			.partial(),
		chatsPaging: z.enum(['page', 'cursor', 'none']),
		webhookId: z.enum(['top', 'data', 'absent']),
		webhookDelete: z.union([z.literal('works'), z.literal(404), z.literal(405), z.literal(501)]),
		webhookSecretsReadable: z.boolean(),
		events: z.union([z.enum(Object.keys(eventShapes) as [string, ...string[]]), eventShape]),
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
		unknownContent: z.enum(['marked', 'refused']),
	})
	.partial();

/**
 * Checks settings, which also come from the command line and other processes, without a type check.
 *
 * @param names of all settings, for the error
 * @throws with all problems, if a setting is unknown or invalid
 */
export function checkSettings(settings: object, names: string[]): void {
	const { error } = settingsSchema.safeParse(settings);
	if (error === undefined) return;
	const problems = error.issues
		.flatMap((issue) =>
			issue.code === 'invalid_union' ? (issue.unionErrors.at(-1)?.issues ?? []).concat(issue) : [issue],
		)
		.map((issue) => `${issue.path.join('.') || 'dialect'}: ${issue.message}`);
	throw new Error(`Invalid dialect: ${problems.join('; ')}. The settings are ${names.join(', ')}.`);
}
