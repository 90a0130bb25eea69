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

const jsonOnly = { 'download, bytes': 'skip' } as const;
/** Classes for which an empty response is not valid: files, and later pages of lists. */
const needsMore = {
	'list by page, 2nd page': 'fails',
	'list by cursor, 2nd page': 'fails',
	'download, bytes': 'fails',
	'download, base64 in JSON': 'fails',
} as const;
/** Each point at which a request can break. */
export const faultPoints: FaultPoint[] = [
	{ name: 'refused, then available', done: false, fate: 'recovers' },
	{ name: 'refused permanently', done: false, fate: 'fails', says: /refused the connection/ },
	{
		name: 'reset before',
		fault: 'reset',
		done: false,
		fate: 'readsRecover',
		says: /connection to the service was lost/,
	},
	{
		name: 'reset after the work',
		fault: 'resetAfterWork',
		done: true,
		fate: 'readsRecover',
		says: /connection to the service was lost/,
	},
	{
		name: 'stall past the timeout before',
		fault: 'stall',
		done: false,
		fate: 'readsRecover',
		timeout: 150,
		says: /did not respond in time/,
	},
	{
		name: 'stall after the work',
		fault: 'stallAfterWork',
		done: true,
		fate: 'readsRecover',
		timeout: 150,
		says: /did not respond in time/,
	},
	{
		name: '429 with retryAfter',
		fault: 'rateLimited',
		more: { retryAfter: 30 },
		done: false,
		fate: 'recovers',
	},
	{ name: '429 without retryAfter', fault: 'rateLimited', done: false, fate: 'recovers' },
	{
		name: '429 three times',
		fault: 'rateLimited',
		more: { retryAfter: 1, times: 3 },
		done: false,
		fate: 'recovers',
	},
	...[500, 502, 503, 504].flatMap((status): FaultPoint[] => {
		const fate = status === 500 ? 'onlyGetRecovers' : 'readsRecover';
		return [
			{
				name: `${status}`,
				fault: 'status',
				more: { status },
				done: false,
				fate,
				says: RegExp(`\\(${status}\\)`),
			},
			{
				name: `${status} after the work`,
				fault: 'status',
				more: { status, afterWork: true },
				done: true,
				fate,
				says: RegExp(`\\(${status}\\)`),
			},
		];
	}),
	{
		name: 'HTML with status 502',
		fault: 'html',
		done: false,
		fate: 'readsRecover',
		says: /\(502\)/,
	},
	{
		name: 'HTML with status 200',
		fault: 'html',
		more: { status: 200 },
		done: false,
		fate: 'fails',
		says: /response is a web page/,
	},
	{
		name: 'HTML with status 200 after the work',
		fault: 'html',
		more: { status: 200, afterWork: true },
		done: true,
		fate: 'fails',
		says: /response is a web page/,
	},
	{
		name: 'truncated JSON',
		fault: 'cutJson',
		done: true,
		fate: 'readsRecover',
		but: jsonOnly,
		says: /incomplete or is not valid JSON/,
	},
	{
		name: 'interrupted body',
		fault: 'cutBody',
		done: true,
		fate: 'readsRecover',
		says: /was lost|incomplete/,
	},
	{
		name: 'redirect to another host',
		fault: 'redirect',
		done: false,
		fate: 'fails',
		says: /redirected this request|contains no file/,
	},
	{
		name: 'empty response, 200',
		fault: 'empty',
		more: { afterWork: true },
		done: true,
		fate: 'asIs',
		but: needsMore,
		says: /contains no file|incomplete|not a list/,
	},
	{
		name: 'empty response, 204',
		fault: 'empty',
		more: { afterWork: true, status: 204 },
		done: true,
		fate: 'asIs',
		but: needsMore,
		says: /contains no file|incomplete|not a list/,
	},
];
