import { type Fields, isObject } from '../../nodes/shared/plainValues';
import { NO_PLAN, type Part } from '../evidence/learner';
import { leavesOf } from '../evidence/records';
import type { Names } from '../names/fieldNames';
import { chatIdFields, instanceOf, namesIn } from '../question/account';
import {
	type Answer,
	type Asking,
	isFinal,
	type Known,
	learnerOf,
	type ProbeRequest,
	type Question,
} from '../question/question';
import { listOf, shapeOf } from '../question/shape';
import { connected, NO_INSTANCE } from './lists';

const MESSAGES = '/chats/messages';
/** Most combinations of names that are tried. */
const MAX_ATTEMPTS = 60;
/** A parameter that no service has: a rejection may list those that it has. */
const NO_PARAMETER = 'n8nProbe';
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
		if (instanceName !== '')
			query[instanceName] = instanceOf(known, chat) ?? String(connected(known)?.id);
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

/** Whether the messages of a chat can only be read with their instance. */
function* needsInstance({ query }: ChatQuery, name: string): Asking<boolean> {
	if (name === '') return false;
	const { [name]: _, ...rest } = query;
	const without: Answer = yield { path: MESSAGES, query: rest };
	return isNothing(without, MESSAGES);
}

/**
 * Finds the parameter for the chat: two chats return different messages, or a chat that does not exist returns none. A
 * service that ignores the parameter returns the same ones.
 */
function* findChatParameter(known: Known): Asking {
	const fields = chatIdFields(known.chats);
	const learner = learnerOf(known, `GET ${MESSAGES}`);
	const bare: Answer = yield { path: MESSAGES };
	if (isFinal(bare)) return bare.reason;
	learner.learn(bare.errorBody, NO_PLAN);
	const instance = connected(known)?.id;
	const parts: Part[] = [
		{
			role: 'chat',
			choices: () => fields.map((as, rank) => ({ value: '', as, score: -rank / 5 })),
			shown: [...fields, ...namesIn(known, known.chats, 'recipient')].slice(0, 3),
			most: 20,
		},
		{
			role: 'instance',
			choices: () => [{ value: instance }],
			shown: namesIn(known, known.chats, 'instance'),
			absentScore: 18,
		},
	];
	let last = 'The chats have no messages.';
	const tried = new Set<string>();
	for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
		const plan = learner.next(parts);
		if (plan === undefined) break;
		const { chat: parameter = '', instance: instanceName = '' } = plan.paths;
		const field = plan.chosen.chat?.as ?? '';
		tried.add(parameter);
		const chats = yield* readChats(known, [parameter, field, instanceName]);
		if (chats === 'ignored') last = 'The service ignores a name that the probe tried.';
		else if (!Array.isArray(chats)) {
			if (isFinal(chats)) return chats.reason;
			last = chats.reason || 'The response is not a list.';
			learner.learn(chats.errorBody, plan);
		} else if (chats.length > 0) {
			const [longest] = chats.sort((one, other) => other.count - one.count);
			const { answer } = longest!;
			const isNeeded = yield* needsInstance(longest!, instanceName);
			if (!isNeeded) delete longest!.query[instanceName];
			known.chatQuery = longest;
			known.messages = chats.flatMap(({ messages }) => messages);
			known.facts.messageShape = shapeOf(answer.body);
			const proof =
				chats.length > 1
					? 'two chats returned different messages'
					: 'a chat that does not exist returned none';
			const required = !isNeeded ? '' : `, with the instance as \`${instanceName}\``;
			return {
				answer: `\`${parameter}\`${required}: ${proof}. The value is the chat's \`${field}\`. Response: ${shapeOf(answer.body)}.`,
				names: {
					'query.chat': parameter,
					...(!isNeeded ? {} : { 'query.instance': instanceName }),
				},
			};
		}
	}
	return `None of the names ${[...tried].join(', ')} selects a chat. ${last}`;
}

/** How the records after the first one are requested. */
type Paging = 'cursor' | 'page' | 'none';

interface Found {
	pageSize?: string;
	cursor?: string;
	paging: Paging;
}

/** The names that the rest of a page shows: numbers beside the records may be the size of a page. */
const numbersBeside = ({ body }: Answer) =>
	isObject(body)
		? leavesOf(body, '', 2)
				.filter(([, value]) => Number.isInteger(value))
				.map(([path]) => path.split('.').at(-1)!)
		: [];

/** The names that a cursor may have as a parameter, by its name in the response. */
function cursorNames({ body }: Answer, cursor?: string): string[] {
	const names = isObject(body)
		? leavesOf(body, '', 2).filter(([, value]) => String(value) === cursor)
		: [];
	return names.flatMap(([path]) => {
		const name = path.split('.').at(-1)!;
		const bare = name.replace(/^next[_-]?/i, '');
		return [bare.charAt(0).toLowerCase() + bare.slice(1), name].filter(Boolean);
	});
}

/** Finds the page-size parameter of a list, and how its next page is requested. */
function* findPaging(known: Known, request: ProbeRequest): Asking<Found | string> {
	const { path, query = {} } = request;
	const whole: Answer = yield request;
	const all = listOf(whole, path);
	if (all === undefined) return whole.reason || 'The response is not a list.';
	if (all.records.length < 2) return 'This needs a list of at least two records.';
	const learner = learnerOf(known, `GET ${path}`);
	const odd: Answer = yield { path, query: { ...query, [NO_PARAMETER]: 1 } };
	learner.learn(odd.errorBody, NO_PLAN);
	const isFree = (name: string) => !(name in query) && name !== NO_PARAMETER;
	let [first, answered] = [all, whole];
	let pageSize: string | undefined;
	for (const name of learner.namesFor('pageSize', numbersBeside(whole)).filter(isFree)) {
		const answer: Answer = yield { path, query: { ...query, [name]: 1 } };
		if (isFinal(answer)) return answer.reason;
		learner.learn(answer.errorBody, NO_PLAN);
		const page = listOf(answer, path);
		if (page?.records.length !== 1) continue;
		[first, answered, pageSize] = [page, answer, name];
		break;
	}
	const small = pageSize === undefined ? query : { ...query, [pageSize]: 1 };
	const isOther = (answer: Answer) => {
		const records = listOf(answer, path)?.records;
		return records !== undefined && records.length > 0 && !overlaps(first.records, records);
	};
	const { nextCursor } = first;
	const cursors =
		nextCursor === undefined
			? []
			: learner.namesFor('cursor', cursorNames(answered, nextCursor)).slice(0, 10);
	for (const cursor of cursors.filter((name) => isFree(name) && name !== pageSize)) {
		const answer: Answer = yield { path, query: { ...small, [cursor]: nextCursor! } };
		if (isOther(answer)) return { pageSize, cursor, paging: 'cursor' };
		learner.learn(answer.errorBody, NO_PLAN);
	}
	const second: Answer = yield { path, query: { ...small, page: 2 } };
	if (isOther(second)) return { pageSize, paging: 'page' };
	const announced = all.total !== undefined && all.total > all.records.length;
	if (pageSize !== undefined || announced || all.nextCursor !== undefined)
		return 'The service has further pages, but returned none of them by page or by cursor.';
	return { paging: 'none' };
}

const explainPaging = {
	cursor: 'The next page is requested with a cursor',
	page: 'The next page is requested with `page`',
	none: 'No page size and no page number changes the list: it seems to be whole',
};

/** Finds the parameter for the instance: an instance that does not exist returns nothing. */
function* findInstanceParameter(
	known: Known,
	request: ProbeRequest,
	instance: string,
): Asking<string | undefined> {
	const { path, query = {} } = request;
	const shown = namesIn(known, [...known.chats, ...known.messages.slice(0, 50)], 'instance');
	for (const name of learnerOf(known, `GET ${path}`).namesFor('instance', shown).slice(0, 12)) {
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
		*ask(known) {
			const { chatQuery, facts } = known;
			if (chatQuery === undefined) return 'The parameter for the chat is not known.';
			const found = yield* findPaging(known, { path: MESSAGES, query: chatQuery.query });
			if (typeof found === 'string') return found;
			const { pageSize, cursor, paging } = found;
			facts.messagesPaging = paging;
			if (pageSize === undefined) return 'No name that the probe tried changes the size of a page.';
			const names: Names = { 'query.pageSize': pageSize };
			if (cursor !== undefined) names['query.cursor'] = cursor;
			const next = cursor === undefined ? '' : `, \`${cursor}\``;
			return {
				answer: `\`${pageSize}\`: with 1, one record. ${explainPaging[paging]}${next}.`,
				names,
			};
		},
	},
	{
		ids: ['4.19-chats-response'],
		title: 'Pagination of GET /chats',
		*ask(known) {
			const { chats, facts, names } = known;
			if (chats.length < 2) return 'This needs two chats.';
			const query: Record<string, string> = {};
			const instance = instanceOf(known, chats[0]);
			const { 'query.instance': name } = names;
			if (name && instance !== undefined) query[name] = instance;
			const found = yield* findPaging(known, { path: '/chats', query });
			if (typeof found === 'string') return found;
			const { pageSize, paging } = found;
			facts.chatsPaging = paging;
			const size = pageSize === undefined ? '' : `The page size is \`${pageSize}\`. `;
			return {
				answer: `${size}${explainPaging[paging]}.`,
				...(pageSize === undefined ? {} : { names: { 'query.pageSize': pageSize } }),
			};
		},
	},
	{
		ids: ['4.14-instance', '4.19-chats-parameters'],
		title: 'Parameter that selects the instance',
		*ask(known) {
			const { chatQuery, chats, messages } = known;
			const answers: string[] = [];
			const names: Names = {};
			const of = (record: Fields) => instanceOf(known, record);
			const firstOf = (records: Fields[]) => records.map(of).find((each) => each !== undefined);
			const places: Array<[ProbeRequest, unknown]> = [[{ path: '/chats' }, firstOf(chats)]];
			if (chatQuery)
				places.push([
					{ path: MESSAGES, query: chatQuery.query },
					firstOf([chatQuery.chat, ...messages]),
				]);
			for (const [request, instance] of places) {
				if (typeof instance !== 'string') continue;
				const name = yield* findInstanceParameter(known, request, instance);
				answers.push(
					`\`GET ${request.path}\`: ${name ? `\`${name}\`, an instance that does not exist returns nothing` : 'none that the probe tried'}`,
				);
				if (name) names['query.instance'] = name;
			}
			if (!names['query.instance'])
				return answers.join('; ') || 'No chat shows the ID of its instance.';
			return { answer: `${answers.join('; ')}.`, names };
		},
	},
];
