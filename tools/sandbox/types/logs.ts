/** What a sandbox records for tests and the console page. Times are in milliseconds since the epoch. */

/** A request as it was received, and the outcome. */
export interface LoggedRequest {
	/** Counts from 1 since the last reset. */
	id: number;
	at: number;
	method: string;
	/** Without /api/v2; encoded as received. */
	path: string;
	url: string;
	query: Record<string, string | string[]>;
	headers: Record<string, string>;
	/** Parsed if it is JSON, otherwise the text. Strings above 32,768 characters are shortened. */
	body: unknown;
	/** As received; shortened above 32,768 characters. */
	rawBody: string;
	key: string | null;
	/** Null until the response starts. */
	status: number | null;
	/** False if the request is invalid, or the sandbox's response is. */
	valid: boolean;
	/** Why it is not valid. */
	problems: string[];
}

/** A write that was carried out. */
export interface LedgerEntry {
	at: number;
	method: string;
	path: string;
	body: unknown;
	key: string;
	/** False if the client did not receive the real response, because of a fault or a broken connection. */
	responseSent: boolean;
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
	at: number;
	/** The status of the receiver's response; null without one. */
	status: number | null;
	error: string | null;
	/** The body of the receiver's response. */
	body: string;
}

/** One event for one webhook, with all attempts. */
export interface DeliveryRecord {
	id: number;
	at: number;
	webhookId: string;
	url: string;
	event: string;
	deliveryId: string;
	headers: Record<string, string>;
	/** The exact text that is sent and signed. */
	body: string;
	attempts: DeliveryAttempt[];
	state: 'pending' | 'delivered' | 'failed';
}
