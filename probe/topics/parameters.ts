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
import { listOf, shapeOf, wrapperOf } from '../question/shape';
import { connected, NO_INSTANCE } from './lists';

const MESSAGES = '/chats/messages';
const TOO_FEW = 'This needs two chats with messages.';

/** Whether two lists have a record in common. */
const overlaps = (one: Fields[], other: Fields[]) => {
	const known = new Set(one.map((each) => JSON.stringify(each)));
	return other.some((each) => known.has(JSON.stringify(each)));
};

/**
 * Finds the parameter for the chat: two chats return different messages. A service that ignores the parameter returns
 * the same ones.
 */
function* findChatParameter(known: Known): Asking {
	const fields = CHAT_ID_FIELDS.filter((name) =>
		known.chats.some((chat) => typeof chat[name] === 'string'),
	);
	let last = TOO_FEW;
	for (const [parameter, field, instanceName] of combinations(CHAT_NAMES, fields, [
		'',
		...INSTANCE_NAMES,
	]) as Array<[string, string, string]>) {
		const found: Fields[][] = [];
		for (const chat of known.chats.filter((each) => typeof each[field] === 'string').slice(0, 8)) {
			const query: Record<string, string> = { [parameter]: String(chat[field]) };
			const instance = chat.instanceId ?? connected(known)?.id;
			if (instanceName !== '') query[instanceName] = String(instance);
			const answer: Answer = yield { path: MESSAGES, query };
			const messages = listOf(answer, MESSAGES)?.records;
			if (isFinal(answer)) return answer.reason;
			if (messages === undefined) {
				last = answer.reason || 'The response is not a list.';
				break;
			}
			if (messages.length === 0) continue;
			if (found.some((each) => overlaps(each, messages))) {
				last = 'The service ignores every name that the probe tried.';
				break;
			}
			found.push(messages);
			// The long list serves the questions about pages.
			if (messages.length > (known.chatQuery?.count ?? 0))
				known.chatQuery = { query, count: messages.length, chat };
			if (found.length < 2 || (found.length < 4 && known.chatQuery!.count < 2)) continue;
			known.messages = found.flat();
			known.facts.messageList = wrapperOf(answer.body);
			known.facts.messageShape = shapeOf(answer.body);
			const names: Names = { chatParameter: parameter };
			if (instanceName !== '') names.instanceParameter = instanceName;
			const required = instanceName === '' ? '' : `, with the instance as \`${instanceName}\``;
			return {
				answer: `\`${parameter}\`${required}: two chats returned different messages. The value is the chat's \`${field}\`. Response: ${shapeOf(answer.body)}.`,
				names,
			};
		}
		known.chatQuery = undefined;
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
		const isRejected = [400, 404, 422].includes(other.status ?? 0);
		if (isRejected || listOf(other, path)?.records.length === 0) return name;
	}
	return undefined;
}

/** The names of the parameters of GET /chats and GET /chats/messages. */
export const parameterQuestions: Question[] = [
	{
		ids: ['4.14-chat'],
		title: 'Parameter that selects the chat',
		*ask(known) {
			if (known.chats.length < 2) return TOO_FEW;
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
