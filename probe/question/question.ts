import type { IHttpRequestMethods } from 'n8n-workflow';
import type { Fields } from '../../nodes/shared/values';
import { Learner } from '../evidence/learner';
import type { Plan } from '../evidence/part';
import type { Receiver } from './receiver';
import type { Names } from '../names/fieldNames';

/** Questions neither send nor wait: a question yields requests, is handed the answers, and returns what follows. */

export interface ProbeRequest {
	/** Default: GET. Any other method needs the consent of the user. */
	method?: IHttpRequestMethods;
	path: string;
	query?: Record<string, string | number>;
	body?: Fields;
	/** Whether the response may be a file, of which only the type is read. */
	isFile?: boolean;
	/** Pause before the request, in ms. */
	afterMs?: number;
}

/** What became of a request. It contains personal data: only `reason` may be shown. */
export interface Answer {
	ok: boolean;
	status?: number;
	/** The service's own error code. */
	code?: string;
	body?: unknown;
	/** The body of a response that is an error; it is only read for names. */
	errorBody?: unknown;
	headers: Record<string, unknown>;
	sentAt: number;
	receivedAt: number;
	/** Why it failed, without the service's own words; empty if it did not. */
	reason: string;
	/** What the package advises in this case. */
	advice: string;
	/** Whether a write may have been carried out although it failed. */
	isUnsure: boolean;
}

/** What the probe knows so far. Questions add to it. */
export interface Known {
	instances: Fields[];
	chats: Fields[];
	/** Why the list of chats could not be read. */
	chatsProblem?: string;
	webhooks?: Fields[];
	messages: Fields[];
	/** Names that the service proved. */
	names: Names;
	/** Names that it accepted or showed, without a proof. */
	likely: Names;
	/** What rejected requests showed of their names, by the request. */
	learners: Map<string, Learner>;
	/** Findings for programs, e.g. tests. */
	facts: Record<string, unknown>;
	/** Query of a chat's messages that worked, and how many it returned. */
	chatQuery?: { query: Record<string, string>; count: number; chat: Fields };
	answers: Array<{ request: string; answer: Answer }>;
	baseUrl: string;
	/** Digits of the user's own number. */
	sendTo?: string;
	/** The user's own test message that was found again. */
	sent?: {
		id: string;
		/** Where the response to it had the ID. */
		idPaths: string[];
		chat: string;
		paths: Plan['paths'];
		suffix: string;
		type?: string;
	};
	/** Where a picture had its caption. */
	caption?: string;
	sentCount: number;
	/** Receives deliveries, if the service can reach the probe. */
	receiver?: Receiver;
	/** Random text in everything that the probe creates. */
	mark: string;
	/** What the probe created and could not remove. */
	remains: string[];
}

/** An answered question. */
export interface Finding {
	/** Without personal data, in Markdown. */
	answer: string;
	names?: Names;
	likely?: Names;
}

export type Asking<Result = Finding | string> = Generator<ProbeRequest, Result, Answer>;

export interface Question {
	/** Rows of docs/open-questions.md. */
	ids: string[];
	title: string;
	/** The request whose rejections may tell something, e.g. `POST /messages`. */
	request?: string;
	/** What the user must allow; `send` also needs the user's own number, `delivery` a URL. */
	needs?: 'write' | 'send' | 'delivery';
	/** What the question does, and how to undo it. */
	does?: string;
	undo?: string;
	/** Returns the finding, or why the question is still open; at once if it needs no request. */
	ask(known: Known): Asking | Finding | string;
}

/** Whether further candidates make no sense: there is no connection, or the key lacks permission. */
export function isFinal({ ok, status }: Answer): boolean {
	return !ok && (status === undefined || status === 401 || status === 403);
}

/** What rejections showed of the names of a request, e.g. `GET /chats`. */
export function learnerOf({ learners }: Known, request: string): Learner {
	const learner = learners.get(request) ?? new Learner();
	learners.set(request, learner);
	return learner;
}
