import type { EventShape, EventShapeName } from './eventShape';

export type DialectName =
	'documented' | 'wrapped' | 'bare' | 'sparse' | 'strict' | 'renamed' | 'flatBody' | 'nestedBody';

/** How a dialect is chosen: a preset, or settings that override it (default: `documented`). */
export type DialectChoice = DialectName | DialectSettings;

export interface DialectSettings extends Partial<Omit<Dialect, 'events'>> {
	name?: DialectName;
	/** A preset, or parts that override the preset `top`. */
	events?: EventShapeName | Partial<EventShape>;
}

/** One way to fill the gaps in the reference. The table in sandbox/README.md explains each setting. */
export interface Dialect {
	lists: 'asDocumented' | 'bare' | 'data' | 'successData';
	records: 'bare' | 'data' | 'successData';
	confirmation: 'message' | '204' | 'emptyText' | 'success';
	downloads: 'bytes' | 'base64' | 'dataUri' | 'url' | 'otherHost';
	qrcode: 'dataUri' | 'base64';
	createdStatus: 200 | 201;
	chatParameter: string;
	pageSizeParameter: string;
	cursorParameter: 'cursor';
	instanceParameter: string;
	ephemeralField: string;
	downloadParameter: string;
	chatsPaging: 'page' | 'cursor' | 'none';
	webhookId: 'top' | 'data' | 'absent';
	webhookDelete: 'works' | 404 | 405 | 501;
	webhookSecretsReadable: boolean;
	events: EventShape;
	signature: Signature | null;
	deliveryIdHeader: string | null;
	deliveryCopies: number;
	retryDelaysMs: number[];
	retryAfterInBody: boolean;
	retryAfterHeader: boolean;
	rateLimitHeaders: boolean;
	/** The names in the body of POST /messages, as paths with dots. */
	instanceField: string;
	recipientField: string;
	/** What an address of a person ends with; empty if a phone number is accepted as well. */
	recipientSuffix: string;
	typeField: string;
	/** Other names of types, by the documented one. */
	typeNames: Record<string, string>;
	/** Where the fields are that have no name of their own. */
	contentField: string;
	textField: string;
	mediaUrlField: string;
	mediaDataField: string;
	mediaDataFormat: 'base64' | 'dataUri';
	captionField: string;
	fileNameField: string;
	mimeTypeField: string;
	replyToField: string;
	unknownContent: 'marked' | 'refused';
}

/** How deliveries are signed: HMAC over the body, in a header. */
export interface Signature {
	headerName: string;
	algorithm: 'sha256' | 'sha1' | 'sha512';
	encoding: 'hex' | 'base64';
	/** Precedes the encoded HMAC in the header. */
	prefix: string;
}
