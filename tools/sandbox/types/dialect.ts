import { z } from 'zod';

/** What a user can set of a dialect: the schemas that check it, and its types. tools/sandbox/README.md explains it. */

export type DialectName =
	| ('documented' | 'wrapped' | 'bare' | 'sparse' | 'strict')
	| ('flatBody' | 'nestedBody' | 'typedBody' | 'listBody' | 'textBody');

/** The presets of the shape of events. */
const eventShapeNames = [
	...(['top', 'array', 'data', 'dataMessage', 'payload', 'entry', 'raw', 'rawMessages'] as const),
	...(['snake', 'twice', 'lists', 'flat', 'fromTo', 'foreign'] as const),
] as const;

const nonEmpty = z.string().min(1);
const name = '(?!__proto__(?![\\w-]))[A-Za-z_][\\w-]*';
const fieldPath = z.string().regex(new RegExp(`^${name}(\\.${name})*$`), 'Must be a field name, or a path with dots');
const segment = `(?:(?:${name}\\+)*${name}(?:\\[\\])*|(?:${name}\\+)+|(?:\\[\\])+)`;

/** A URL at the API's origin or at another host, or the file itself. */
export const eventFile = z.enum(['url', 'otherHost', 'base64', 'dataUri']);

/** What a delivered event looks like, in parts that can be combined. */
const eventShape = z.strictObject({
	/**
	 * The way to the record, as names with dots: `data.message`. `[]` makes a list: `entry[].changes[].value`. `+` puts
	 * fields beside the next name, or beside those of the record: `event+data`, `event+`.
	 */
	path: z
		.string()
		.regex(
			new RegExp(`^(?:${segment}(?:\\.${segment})*)?$`),
			'Must be names with dots; [] after a name makes a list, and + puts fields beside it',
		),
	/** How all names are written. */
	names: z.enum(['camelCase', 'snake_case', 'kebab-case', 'PascalCase']),
	/** The Message of the reference (section 2.9), one of the platform's usual library, or one with `from` and `to`. */
	record: z.enum(['message', 'raw', 'flat']),
	/** Other places of a record's fields, as paths; not for `raw`. An empty path leaves the field out. */
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
	/** Where a reply has the whole message that it quotes; empty if only its content has what the library puts there. */
	quoted: fieldPath.or(z.literal('')),
	file: eventFile,
});

const example = z
	.record(z.string(), z.unknown())
	.refine((body) => JSON.stringify(body).includes('{recipient}'), 'Must contain {recipient}');

/** The part of the node's Field Names about requests, in their format. */
const fieldNames = z
	.strictObject({
		message: example,
		customMessage: example,
		types: z.record(z.string(), z.string()),
		query: z.record(z.enum(['chat', 'instance', 'pageSize', 'cursor', 'messageId']), nonEmpty),
		group: z.strictObject({ lifetime: fieldPath }).partial(),
	})
	.partial();

const settingsSchema = z
	.strictObject({
		lists: z.enum(['asDocumented', 'bare', 'data', 'successData']),
		records: z.enum(['bare', 'data', 'successData']),
		confirmation: z.enum(['message', '204', 'emptyText', 'success']),
		downloads: z.enum(['bytes', 'base64', 'dataUri', 'url', 'otherHost']),
		qrcode: z.enum(['dataUri', 'base64']),
		createdStatus: z.union([z.literal(200), z.literal(201)]),
		/** What differs from the names of `documented`. An example is replaced as a whole. */
		fieldNames,
		chatsPaging: z.enum(['page', 'cursor', 'none']),
		webhookId: z.enum(['top', 'data', 'absent']),
		webhookDelete: z.union([z.literal('works'), z.literal(404), z.literal(405), z.literal(501)]),
		webhookSecretsReadable: z.boolean(),
		/** A preset, or parts that override the preset `top`. */
		events: z.union([z.enum(eventShapeNames), eventShape.partial()]),
		/** How deliveries are signed: HMAC over the body, in a header, after the prefix. */
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

type Settings = z.infer<typeof settingsSchema>;
type PartialNames = z.infer<typeof fieldNames>;

export type EventFile = z.infer<typeof eventFile>;
export type EventShape = z.infer<typeof eventShape>;
export type EventShapeName = (typeof eventShapeNames)[number];
export type EventField = keyof EventShape['fields'];
export type BodyNames = { [Group in keyof PartialNames]-?: Required<NonNullable<PartialNames[Group]>> };
export type Signature = NonNullable<Settings['signature']>;

/** One way to fill the gaps in the reference. */
export type Dialect = Required<Omit<Settings, 'events' | 'fieldNames'>> & { events: EventShape; fieldNames: BodyNames };

export type DialectSettings = Settings & { name?: DialectName };

/** How a dialect is chosen: a preset, or settings that override it (default: `documented`). */
export type DialectChoice = DialectName | DialectSettings;

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
