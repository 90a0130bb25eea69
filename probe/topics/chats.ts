import { type Fields, isObject } from '../../nodes/shared/plainValues';
import {
	type Answer,
	type Asking,
	combinations,
	isFinal,
	type Known,
	type Names,
	type ProbeRequest,
	type Question,
} from '../question';
import { fieldsOf, listOf, shapeOf, words, wrapperOf } from '../shape';
import { CHAT_ID_FIELDS, CHAT_NAMES, INSTANCE_NAMES, PAGE_SIZE_NAMES } from './candidates';
import { hasFile } from './downloads';
import { connected, NO_INSTANCE } from './lists';

const MESSAGES = '/chats/messages';
const TOO_FEW = 'This needs two chats with messages.';

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

/** Most chats that are read to find messages with files. */
const MAX_CHATS = 25;

/** Reads chats until there are messages with video and with audio, for the questions about downloads. */
function* readMoreChats(known: Known): Asking<void> {
	const { chatQuery, names, chats, messages } = known;
	if (chatQuery === undefined) return;
	const size = names.pageSizeParameter ? { [names.pageSizeParameter]: 100 } : {};
	const field = CHAT_ID_FIELDS.find(
		(name) => chatQuery.query[names.chatParameter!] === chatQuery.chat[name],
	);
	for (const chat of chats.slice(0, MAX_CHATS)) {
		if (hasFile(messages, 'video') && hasFile(messages, 'audio')) return;
		const id = chat[field ?? 'id'];
		if (typeof id !== 'string') continue;
		const query: Record<string, string | number> = {
			...chatQuery.query,
			...size,
			[names.chatParameter!]: id,
		};
		const { instanceParameter = '' } = names;
		if (instanceParameter in query && typeof chat.instanceId === 'string')
			query[instanceParameter] = chat.instanceId;
		const answer: Answer = yield { path: MESSAGES, query };
		const read = listOf(answer, MESSAGES)?.records ?? [];
		messages.push(...read.filter((each) => !messages.some(({ id: one }) => one === each.id)));
	}
}

export const chatQuestions: Question[] = [
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
	{
		ids: [
			'2.9-type',
			'2.9-status',
			'2.9-content',
			'2.9-timestamp',
			'2.9-address',
			'3-message-status',
		],
		title: 'Fields of a message, its types, statuses, contents, time and address',
		*ask(known) {
			yield* readMoreChats(known);
			const { messages, facts } = known;
			if (messages.length === 0) return 'No messages were read.';
			const stamps = messages.map(({ timestamp }) => Number(timestamp));
			const isIn = (low: number, high: number) => stamps.every((at) => at >= low && at < high);
			const unit = isIn(1e8, 1e11) ? 'seconds' : isIn(1e11, 1e14) ? 'milliseconds' : undefined;
			facts.timestampUnit = unit;
			const contents = messages.map(({ content }) => content).filter(isObject);
			const usual = /^(@(g\.us|s\.whatsapp\.net|c\.us|lid|broadcast|newsletter))$/;
			const domains = messages.map(({ remoteJid }) => {
				const domain = /@.*$/.exec(String(remoteJid))?.[0];
				return domain === undefined ? 'no domain' : usual.test(domain) ? domain : 'another domain';
			});
			return {
				answer: [
					`Of ${messages.length} messages:`,
					`- Fields ${fieldsOf(messages)}`,
					`- Types: ${words(messages.map(({ type }) => type))}`,
					`- Statuses: ${words(messages.map(({ status }) => status))}`,
					`- Fields of \`content\`, ${fieldsOf(contents)}`,
					`- \`timestamp\` is ${unit ? `in ${unit} since 1970` : 'not a plausible time'}`,
					`- Addresses end with: ${[...new Set(domains)].join(', ')}`,
				].join('\n'),
			};
		},
	},
	{
		ids: ['4.13-response'],
		title: 'Response of Archive',
		needs: 'write',
		does: 'Unarchives a chat that is not archived, which changes nothing',
		undo: 'nothing to undo',
		*ask(known) {
			const instances = known.instances.filter(({ status }) => status === 'connected');
			const chat = known.chats.find(
				({ archived, isArchived, instanceId }) =>
					(archived ?? isArchived) === false && instances.some(({ id }) => id === instanceId),
			);
			if (chat === undefined)
				return 'No chat of a connected instance says that it is not archived.';
			const field = CHAT_ID_FIELDS.find((name) => typeof chat[name] === 'string') ?? 'id';
			const body = { instanceId: chat.instanceId, chatId: chat[field], archive: false };
			const answer: Answer = yield { method: 'POST', path: '/chats/archive', body };
			if (!answer.ok) return answer.reason;
			known.facts.confirmation = { status: answer.status, shape: shapeOf(answer.body) };
			return { answer: `Status ${answer.status}, body: ${shapeOf(answer.body)}.` };
		},
	},
];
