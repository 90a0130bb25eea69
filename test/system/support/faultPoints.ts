import type { Fault } from '../../../sandbox';

/** What the retry policy promises, written by hand. */
type Fate =
	/** Recovers, for every class. */
	| 'recovers'
	/** Recovers if the method is idempotent; other writes fail. */
	| 'readsRecover'
	/** Recovers only for GET: a 500 is usually permanent. */
	| 'onlyGetRecovers'
	/** Fails at once for every class. */
	| 'fails'
	/** An empty response is valid. */
	| 'asIs';

export interface FaultPoint {
	name: string;
	fault?: Fault['kind'];
	more?: Partial<Fault>;
	/** Whether the work was done before it broke. */
	done: boolean;
	fate: Fate;
	/** Classes that it does not apply to, or with another fate. */
	but?: Record<string, Fate | 'skip'>;
	timeout?: number;
	/** What the error must say. */
	says?: RegExp;
}

/** Classes for which an empty response is not valid: files, and later pages of lists. */
const needsMore: FaultPoint['but'] = {
	'list by page, 2nd page': 'fails',
	'list by cursor, 2nd page': 'fails',
	'download, bytes': 'fails',
	'download, base64 in JSON': 'fails',
};

const lost = /connection to the service was lost/;
const late = /did not respond in time/;
const broken = /incomplete or is not valid JSON/;
const elsewhere = /redirected this request|contains no file/;
const noJson: FaultPoint['but'] = { 'download, bytes': 'skip' };
const noResult = /contains no file|incomplete|not a list/;

type Row = [
	name: string,
	fault: Fault['kind'] | undefined,
	done: 'done' | 'not done',
	fate: Fate,
	more?: Pick<FaultPoint, 'more' | 'but' | 'timeout' | 'says'>,
];

const rows: Row[] = [
	['refused, then available', undefined, 'not done', 'recovers'],
	['refused permanently', undefined, 'not done', 'fails', { says: /refused the connection/ }],
	['reset before', 'reset', 'not done', 'readsRecover', { says: lost }],
	['reset after the work', 'resetAfterWork', 'done', 'readsRecover', { says: lost }],
	['stall before', 'stall', 'not done', 'readsRecover', { timeout: 400, says: late }],
	['stall after the work', 'stallAfterWork', 'done', 'readsRecover', { timeout: 400, says: late }],
	['429 with retryAfter', 'rateLimited', 'not done', 'recovers', { more: { retryAfter: 30 } }],
	['429 without retryAfter', 'rateLimited', 'not done', 'recovers'],
	['429 three times', 'rateLimited', 'not done', 'recovers', { more: { retryAfter: 1, times: 3 } }],
	...[500, 502, 503, 504].flatMap((status): Row[] => {
		const fate = status === 500 ? 'onlyGetRecovers' : 'readsRecover';
		const says = RegExp(`\\(${status}\\)`);
		const after = { status, afterWork: true };
		return [
			[`${status}`, 'status', 'not done', fate, { more: { status }, says }],
			[`${status} after the work`, 'status', 'done', fate, { more: after, says }],
		];
	}),
	['HTML with status 502', 'html', 'not done', 'readsRecover', { says: /\(502\)/ }],
	...[false, true].map((afterWork): Row => {
		const more = { status: 200, afterWork };
		const says = /response is a web page/;
		const done = afterWork ? 'done' : 'not done';
		return ['HTML with status 200', 'html', done, 'fails', { more, says }];
	}),
	['truncated JSON', 'cutJson', 'done', 'readsRecover', { but: noJson, says: broken }],
	['interrupted body', 'cutBody', 'done', 'readsRecover', { says: /was lost|incomplete/ }],
	['redirect to another host', 'redirect', 'not done', 'fails', { says: elsewhere }],
	...[200, 204].map((status): Row => {
		const more = { afterWork: true, status };
		const rest = { more, but: needsMore, says: noResult };
		return [`empty response, ${status}`, 'empty', 'done', 'asIs', rest];
	}),
];

/** Each point at which a request can break. */
export const faultPoints = rows.map(([name, fault, done, fate, more]): FaultPoint => ({
	name: `${name} (${done})`,
	fault,
	done: done === 'done',
	fate,
	...more,
}));
