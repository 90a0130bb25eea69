import type { BodyNames } from './bodyNames';
import type { EventShape, EventShapeName } from './eventShape';

export type DialectName =
	| ('documented' | 'wrapped' | 'bare' | 'sparse' | 'strict')
	| ('flatBody' | 'nestedBody' | 'typedBody' | 'listBody' | 'textBody');

/** How a dialect is chosen: a preset, or settings that override it (default: `documented`). */
export type DialectChoice = DialectName | DialectSettings;

export interface DialectSettings extends Partial<Omit<Dialect, 'events' | 'fieldNames'>> {
	name?: DialectName;
	/** What differs from the names of `documented`. An example is replaced as a whole. */
	fieldNames?: { [Key in keyof BodyNames]?: Partial<BodyNames[Key]> };
	/** A preset, or parts that override the preset `top`. */
	events?: EventShapeName | Partial<EventShape>;
}

/** One way to fill the gaps in the reference. The table in tools/sandbox/README.md explains each setting. */
export interface Dialect {
	lists: 'asDocumented' | 'bare' | 'data' | 'successData';
	records: 'bare' | 'data' | 'successData';
	confirmation: 'message' | '204' | 'emptyText' | 'success';
	downloads: 'bytes' | 'base64' | 'dataUri' | 'url' | 'otherHost';
	qrcode: 'dataUri' | 'base64';
	createdStatus: 200 | 201;
	/** The names of a request, in the format of the node's Field Names. */
	fieldNames: BodyNames;
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
