import type { Dialect, DialectName } from './contract';

/** The plainest reading of the reference; every other dialect is laid over it. */
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

/** A preset by name, or some settings laid over the documented one. */
export function dialectOf(wish: DialectName | Partial<Dialect> = 'documented'): Dialect {
	if (typeof wish === 'string') {
		if (!Object.hasOwn(dialects, wish)) {
			throw new Error(`There is no dialect "${wish}"; there are ${Object.keys(dialects).join(', ')}.`);
		}
		return { ...documented, ...dialects[wish] };
	}
	for (const name of Object.keys(wish)) {
		if (!Object.hasOwn(documented, name)) {
			throw new Error(`A dialect has no setting "${name}"; it has ${Object.keys(documented).join(', ')}.`);
		}
	}
	return { ...documented, ...wish };
}
