import { isDeepStrictEqual } from 'node:util';
import {
	checkSettings,
	type BodyNames,
	type Dialect,
	type DialectChoice,
	type DialectName,
	type DialectSettings,
} from '../types/dialect';
import { bodies, documentedNames } from './bodies';
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
	fieldNames: documentedNames,
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
	flatBody: { fieldNames: bodies.flatBody, unknownContent: 'refused' },
	nestedBody: { fieldNames: bodies.nestedBody, unknownContent: 'refused' },
	typedBody: { fieldNames: bodies.typedBody, unknownContent: 'refused' },
	listBody: { fieldNames: bodies.listBody, unknownContent: 'refused' },
	textBody: { fieldNames: bodies.textBody, unknownContent: 'refused' },
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
	const { events, fieldNames, ...all } = { ...documented, ...dialects[name], ...settings };
	return { ...all, fieldNames: namesOf(fieldNames), events: eventShapeOf(events) };
}

function namesOf({ message, customMessage, types, query, group }: DialectSettings['fieldNames'] = {}): BodyNames {
	return {
		message: message ?? documentedNames.message,
		customMessage: customMessage ?? documentedNames.customMessage,
		types: { ...documentedNames.types, ...(types as BodyNames['types']) },
		query: { ...documentedNames.query, ...query },
		group: { ...documentedNames.group, ...group },
	};
}

/** The preset that a dialect has, whatever its events look like; null if its settings are not those of a preset. */
export function nameOfDialect(dialect: Dialect): DialectName | null {
	const { events } = dialect;
	const names = Object.keys(dialects) as DialectName[];
	return names.find((name) => isDeepStrictEqual({ ...dialectOf(name), events }, dialect)) ?? null;
}
