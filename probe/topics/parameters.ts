import type { Fields } from '../../nodes/shared/plainValues';
import {
	CHAT_ID_FIELDS,
	CHAT_NAMES,
	INSTANCE_NAMES,
	PAGE_SIZE_NAMES,
} from '../question/candidates';
import {
	type Answer,
	type Asking,
	combinations,
	isFinal,
	type Known,
	type Names,
	type ProbeRequest,
	type Question,
} from '../question/question';
import { listOf, shapeOf } from '../question/shape';
import { connected, NO_INSTANCE } from './lists';

const MESSAGES = '/chats/messages';
/** An ID that no chat has. */
const NO_CHAT = '10000000@s.whatsapp.net';

/** Whether two lists have a record in common. */
const overlaps = (one: Fields[], other: Fields[]) => {
	const known = new Set(one.map((each) => JSON.stringify(each)));
	return other.some((each) => known.has(JSON.stringify(each)));
};

/** Whether the service responds to an ID that does not exist as if there were nothing. */
const isNothing = (answer: Answer, path: string) =>
	[400, 404, 422].includes(answer.status ?? 0) || listOf(answer, path)?.records.length === 0;

type ChatQuery = NonNullable<Known['chatQuery']> & { messages: Fields[]; answer: Answer };

/**
 * Reads chats with these names, until two return messages and one of them has a second page.
 *
 * @returns those with messages; or why the names do not work
 */
function* readChats(
	known: Known,
	[parameter, field, instanceName]: readonly [string, string, string],
): Asking<ChatQuery[] | Answer | 'ignored'> {
	const found: ChatQuery[] = [];
	for (const chat of known.chats.filter((each) => typeof each[field] === 'string').slice(0, 8)) {
		const query: Record<string, string> = { [parameter]: String(chat[field]) };
		if (instanceName !== '') query[instanceName] = String(chat.instanceId ?? connected(known)?.id);
		const answer: Answer = yield { path: MESSAGES, query };
		const messages = listOf(answer, MESSAGES)?.records;
		if (messages === undefined) return answer;
		if (found.some((each) => overlaps(each.messages, messages))) return 'ignored';
		if (messages.length > 0) found.push({ query, chat, count: messages.length, messages, answer });
		if (found.length > 1 && (found.length > 3 || found.some(({ count }) => count > 1))) break;
	}
	if (found.length !== 1) return found;
	// One chat alone could be the service's choice.
	const query = { ...found[0]!.query, [parameter]: NO_CHAT };
	const other: Answer = yield { path: MESSAGES, query };
	return isNothing(other, MESSAGES) ? found : 'ignored';
}

/**
 * Finds the parameter for the chat: two chats return different messages, or a chat that does not exist returns none. A
 * service that ignores the parameter returns the same ones.
 */
function* findChatParameter(known: Known): Asking {
	const fields = CHAT_ID_FIELDS.filter((name) =>
		known.chats.some((chat) => typeof chat[name] === 'string'),
	);
	let last = 'The chats have no messages.';
	for (const names of combinations(CHAT_NAMES, fields, ['', ...INSTANCE_NAMES])) {
		const [parameter, field, instanceName] = names as [string, string, string];
		const chats = yield* readChats(known, [parameter, field, instanceName]);
		if (chats === 'ignored') last = 'The service ignores a name that the probe tried.';
		else if (!Array.isArray(chats)) {
			if (isFinal(chats)) return chats.reason;
			last = chats.reason || 'The response is not a list.';
		} else if (chats.length > 0) {
			const [longest] = chats.sort((one, other) => other.count - one.count);
			const { answer } = longest!;
			known.chatQuery = longest;
			known.messages = chats.flatMap(({ messages }) => messages);
			known.facts.messageShape = shapeOf(answer.body);
			const proof =
				chats.length > 1
					? 'two chats returned different messages'
					: 'a chat that does not exist returned none';
			const required = instanceName === '' ? '' : `, with the instance as \`${instanceName}\``;
			return {
				answer: `\`${parameter}\`${required}: ${proof}. The value is the chat's \`${field}\`. Response: ${shapeOf(answer.body)}.`,
				names: {
					chatParameter: parameter,
					...(instanceName === '' ? {} : { instanceParameter: instanceName }),
				},
			};
		}
	}
	return `None of the names ${CHAT_NAMES.join(', ')} selects a chat. ${last}`;
}

/** How the records after the first one are requested. */
type Paging = 'cursor' | 'page' | 'none';

/** Finds the page-size parameter of a list, and how its next page is requested. */
function* findPaging(
	request: ProbeRequest,
): Asking<{ parameter?: string; paging: Paging } | string> {
	const { path, query = {} } = request;
	const whole: Answer = yield request;
	const all = listOf(whole, path);
	if (all === undefined) return whole.reason || 'The response is not a list.';
	if (all.records.length < 2) return 'This needs a list of at least two records.';
	let first = all;
	let parameter: string | undefined;
	for (const name of PAGE_SIZE_NAMES) {
		const answer: Answer = yield { path, query: { ...query, [name]: 1 } };
		if (isFinal(answer)) return answer.reason;
		const page = listOf(answer, path);
		if (page?.records.length !== 1) continue;
		[first, parameter] = [page, name];
		break;
	}
	const small = parameter === undefined ? query : { ...query, [parameter]: 1 };
	const next: Array<[Paging, Record<string, string | number>]> = [['page', { ...small, page: 2 }]];
	if (first.nextCursor !== undefined)
		next.unshift(['cursor', { ...small, cursor: first.nextCursor }]);
	for (const [paging, nextQuery] of next) {
		const answer: Answer = yield { path, query: nextQuery };
		const page = listOf(answer, path);
		if (page?.records.length && !overlaps(first.records, page.records))
			return { parameter, paging };
	}
	const announced = all.total !== undefined && all.total > all.records.length;
	if (parameter !== undefined || announced || all.nextCursor !== undefined)
		return 'The service has further pages, but returned none of them by page or by cursor.';
	return { paging: 'none' };
}

const explainPaging = {
	cursor: 'The next page is requested with `cursor`',
	page: 'The next page is requested with `page`',
	none: 'No page size and no page number changes the list: it seems to be whole',
};

/** Finds the parameter for the instance: an instance that does not exist returns nothing. */
function* findInstanceParameter(
	request: ProbeRequest,
	instance: string,
): Asking<string | undefined> {
	const { path, query = {} } = request;
	for (const name of INSTANCE_NAMES) {
		const real: Answer = yield { path, query: { ...query, [name]: instance } };
		if (!listOf(real, path)?.records.length) continue;
		const other: Answer = yield { path, query: { ...query, [name]: NO_INSTANCE } };
		if (isNothing(other, path)) return name;
	}
	return undefined;
}

/** The names of the parameters of GET /chats and GET /chats/messages. */
export const parameterQuestions: Question[] = [
	{
		ids: ['4.14-chat'],
		title: 'Parameter that selects the chat',
		*ask(known) {
			if (known.chats.length === 0) return 'There is no chat.';
			return yield* findChatParameter(known);
		},
	},
	{
		ids: ['4.14-page-size'],
		title: 'Page-size parameter of Get Messages, and its next page',
		*ask({ chatQuery, facts }) {
			if (chatQuery === undefined) return 'The parameter for the chat is not known.';
			const found = yield* findPaging({ path: MESSAGES, query: chatQuery.query });
			if (typeof found === 'string') return found;
			const { parameter, paging } = found;
			facts.messagesPaging = paging;
			if (parameter === undefined)
				return `No name that the probe tried changes the size of a page: ${PAGE_SIZE_NAMES.join(', ')}.`;
			const names: Names = { pageSizeParameter: parameter };
			if (paging === 'cursor') names.cursorParameter = 'cursor';
			return { answer: `\`${parameter}\`: with 1, one record. ${explainPaging[paging]}.`, names };
		},
	},
	{
		ids: ['4.19-chats-response'],
		title: 'Pagination of GET /chats',
		*ask({ chats, facts, names }) {
			if (chats.length < 2) return 'This needs two chats.';
			const query: Record<string, string> = {};
			const instance = chats[0]!.instanceId;
			if (names.instanceParameter && typeof instance === 'string')
				query[names.instanceParameter] = instance;
			const found = yield* findPaging({ path: '/chats', query });
			if (typeof found === 'string') return found;
			const { parameter, paging } = found;
			facts.chatsPaging = paging;
			const size = parameter === undefined ? '' : `The page size is \`${parameter}\`. `;
			return {
				answer: `${size}${explainPaging[paging]}.`,
				names: parameter === undefined ? {} : { pageSizeParameter: parameter },
			};
		},
	},
	{
		ids: ['4.14-instance', '4.19-chats-parameters'],
		title: 'Parameter that selects the instance',
		*ask({ chatQuery, chats, messages }) {
			const of = (record?: Fields) => record?.instanceId;
			const answers: string[] = [];
			const names: Names = {};
			const places: Array<[ProbeRequest, unknown]> = [
				[{ path: '/chats' }, chats.map(of).find((each) => typeof each === 'string')],
			];
			if (chatQuery)
				places.push([
					{ path: MESSAGES, query: chatQuery.query },
					of(chatQuery.chat) ?? messages.map(of).find((each) => typeof each === 'string'),
				]);
			for (const [request, instance] of places) {
				if (typeof instance !== 'string') continue;
				const name = yield* findInstanceParameter(request, instance);
				answers.push(
					`\`GET ${request.path}\`: ${name ? `\`${name}\`, an instance that does not exist returns nothing` : 'none that the probe tried'}`,
				);
				if (name) names.instanceParameter = name;
			}
			if (!names.instanceParameter)
				return answers.join('; ') || 'No chat shows the ID of its instance.';
			return { answer: `${answers.join('; ')}.`, names };
		},
	},
];
