import type { IHttpRequestMethods } from 'n8n-workflow';
import type { Fields } from '../../nodes/shared/plainValues';

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

/** Names that are settings of the node: their label in the form, their parameter, and their default. */
export const settings = {
	chatParameter: ['Options > Parameter Names > Chat', 'parameterNames.chat', 'chatId'],
	pageSizeParameter: ['Options > Parameter Names > Page Size', 'parameterNames.pageSize', 'limit'],
	cursorParameter: ['Options > Parameter Names > Cursor', 'parameterNames.cursor', 'cursor'],
	instanceParameter: [
		'Options > Parameter Names > Instance',
		'parameterNames.instance',
		'instanceId',
	],
	downloadParameter: ['Options > Message ID Parameter Name', 'messageIdParameter', 'messageId'],
	recipientField: ['Message Options > Recipient Field', 'recipientField', 'remoteJid'],
	phoneNumberSuffix: ['Message Options > Phone Number Suffix', 'phoneNumberSuffix', ''],
	textField: ['Message Options > Text Field', 'textField', 'content.text'],
	mediaUrlField: ['Message Options > Media URL Field', 'mediaUrlField', 'content.url'],
	captionField: ['Message Options > Caption Field', 'captionField', 'content.caption'],
	replyToField: [
		'Message Options > Quoted Message Field',
		'replyToField',
		'content.quotedMessageId',
	],
} as const;

export type Names = Partial<Record<keyof typeof settings, string>>;

/** What the probe knows so far. Questions add to it. */
export interface Known {
	instances: Fields[];
	chats: Fields[];
	webhooks?: Fields[];
	messages: Fields[];
	names: Names;
	/** Findings for programs, e.g. tests. */
	facts: Record<string, unknown>;
	/** Query of a chat's messages that worked, and how many it returned. */
	chatQuery?: { query: Record<string, string>; count: number; chat: Fields };
	answers: Array<{ request: string; answer: Answer }>;
	baseUrl: string;
	/** Digits of the user's own number. */
	sendTo?: string;
	/** The user's own test message that was found again. */
	sent?: { id: string; chat: string };
	sentCount: number;
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
}

export type Asking<Result = Finding | string> = Generator<ProbeRequest, Result, Answer>;

export interface Question {
	/** Rows of docs/open-questions.md. */
	ids: string[];
	title: string;
	/** What the user must allow; `send` also needs the user's own number. */
	needs?: 'write' | 'send';
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

/** All combinations, those with the earliest candidates first. */
export function combinations(...lists: ReadonlyArray<readonly string[]>): string[][] {
	let found: Array<{ values: string[]; rank: number }> = [{ values: [], rank: 0 }];
	for (const list of lists) {
		found = found.flatMap(({ values, rank }) =>
			list.map((value, index) => ({ values: [...values, value], rank: rank + index })),
		);
	}
	return found.sort((one, other) => one.rank - other.rank).map(({ values }) => values);
}
