import type { Fields } from '../../nodes/shared/values';
import { namesFor } from '../evidence/plans';
import type { Names } from '../names/fieldNames';
import { instanceOf, namesIn } from '../question/account';
import {
	type Answer,
	type Asking,
	type Known,
	learnerOf,
	type ProbeRequest,
	type Question,
} from '../question/question';
import { isNothing, listOf } from '../question/shape';
import { findChatParameter, MESSAGES } from './chatParameter';
import { NO_INSTANCE } from './lists';
import { explainPaging, findPaging } from './paging';

/** The names that the parameter for the instance may have. */
function instanceNames(known: Known, path: string): string[] {
	const shown = namesIn(known, [...known.chats, ...known.messages.slice(0, 50)], 'instance');
	return namesFor(learnerOf(known, `GET ${path}`), 'instance', shown).slice(0, 12);
}

/** Finds the parameter for the instance: an instance that does not exist returns nothing. */
export function* findInstanceParameter(
	{ path, query = {} }: ProbeRequest,
	instance: string,
	names: string[],
): Asking<string | undefined> {
	for (const name of names) {
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
		request: 'GET /chats/messages',
		*ask(known) {
			if (known.chats.length === 0) return known.chatsProblem ?? 'There is no chat.';
			return yield* findChatParameter(known);
		},
	},
	{
		ids: ['4.14-page-size'],
		title: 'Page-size parameter of Get Messages, and its next page',
		request: 'GET /chats/messages',
		*ask(known) {
			const { chatQuery, chatsProblem, facts } = known;
			if (chatQuery === undefined) return chatsProblem ?? 'The parameter for the chat is not known.';
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
		request: 'GET /chats',
		*ask(known) {
			const { chats, chatsProblem, facts, names } = known;
			if (chats.length < 2) return chatsProblem ?? 'This needs two chats.';
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
		request: 'GET /chats/messages',
		*ask(known) {
			const { chatQuery, chats, chatsProblem, messages } = known;
			const answers: string[] = [];
			const names: Names = {};
			const of = (record: Fields) => instanceOf(known, record);
			const firstOf = (records: Fields[]) => records.map(of).find((each) => each !== undefined);
			const places: Array<[ProbeRequest, unknown]> = [[{ path: '/chats' }, firstOf(chats)]];
			if (chatQuery) places.push([{ path: MESSAGES, query: chatQuery.query }, firstOf([chatQuery.chat, ...messages])]);
			for (const [request, instance] of places) {
				if (typeof instance !== 'string') continue;
				const name = yield* findInstanceParameter(request, instance, instanceNames(known, request.path));
				answers.push(
					`\`GET ${request.path}\`: ${name ? `\`${name}\`, an instance that does not exist returns nothing` : 'none that the probe tried'}`,
				);
				if (name) names['query.instance'] = name;
			}
			if (!names['query.instance'])
				return answers.join('; ') || (chatsProblem ?? 'No chat shows the ID of its instance.');
			return { answer: `${answers.join('; ')}.`, names };
		},
	},
];
