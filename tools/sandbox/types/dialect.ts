/** The presets of `settings/dialects.ts`, which the README explains. */
export type DialectName = 'documented' | 'wrapped' | 'sparse' | 'strict';

/** One way to fill the gaps in the reference. */
export interface Dialect {
	/** What is around single records and, in place of the documented shape, around lists. */
	wrapper: 'none' | 'data' | 'successData';
	/** The response to a change for which the reference shows no body. */
	confirmation: 'message' | 'success' | '204';
	/** A file itself, its base64 in JSON, or its URL on another host. */
	downloads: 'bytes' | 'base64' | 'url';
	createdStatus: 200 | 201;
	chatsPaging: 'page' | 'cursor' | 'none';
	/** Whether the response of `POST /webhooks` contains the ID. */
	webhookId: 'returned' | 'absent';
	/** `works`, or the status with which the service refuses to delete a webhook. */
	webhookDelete: 'works' | 404 | 405 | 501;
	webhookSecretsReadable: boolean;
	/** The Message of the reference beside the name of the event, or a raw record of the library behind the platform. */
	events: 'top' | 'raw';
	/** Whether a delivery has an ID, and the HMAC of its body. */
	signedDeliveries: boolean;
	/** Where a 429 says how long to wait. */
	retryAfter: 'body' | 'header';
	rateLimitHeaders: boolean;
	/** Whether what does not fit in a message is marked on the console page, or refused with 400. */
	unknownContent: 'marked' | 'refused';
}

/** How a dialect is chosen: a preset, or what differs from `documented`. */
export type DialectChoice = DialectName | Partial<Dialect>;
