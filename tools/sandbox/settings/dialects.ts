import type { Dialect, DialectChoice, DialectName } from '../types/dialect';

/** This folder has what a user can set: dialects, tiers and the flags of the command line. */

/** The simplest interpretation of the reference. */
const documented: Dialect = {
	wrapper: 'none',
	confirmation: 'message',
	downloads: 'bytes',
	createdStatus: 201,
	chatsPaging: 'page',
	webhookId: 'returned',
	webhookDelete: 'works',
	webhookSecretsReadable: true,
	events: 'top',
	signedDeliveries: false,
	retryAfter: 'body',
	rateLimitHeaders: true,
	unknownContent: 'marked',
};

export const dialects: Record<DialectName, Dialect> = {
	documented,
	wrapped: {
		...documented,
		wrapper: 'successData',
		confirmation: 'success',
		downloads: 'base64',
		chatsPaging: 'cursor',
		events: 'raw',
		signedDeliveries: true,
		retryAfter: 'header',
	},
	sparse: {
		...documented,
		wrapper: 'data',
		confirmation: '204',
		downloads: 'url',
		createdStatus: 200,
		chatsPaging: 'none',
		webhookId: 'absent',
		webhookDelete: 405,
		webhookSecretsReadable: false,
		retryAfter: 'header',
		rateLimitHeaders: false,
	},
	strict: { ...documented, unknownContent: 'refused' },
};

/**
 * Returns all settings of a dialect.
 *
 * @throws if there is no such preset
 */
export function dialectOf(choice: DialectChoice = 'documented'): Dialect {
	if (typeof choice !== 'string') return { ...documented, ...choice };
	if (Object.hasOwn(dialects, choice)) return dialects[choice];
	throw new Error(`There is no dialect "${choice}". Use one of ${Object.keys(dialects).join(', ')}.`);
}

/** The preset that a dialect is; null if it is none. */
export function nameOfDialect(dialect: Dialect): string | null {
	return Object.entries(dialects).find(([, preset]) => preset === dialect)?.[0] ?? null;
}
