import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { type Answer, readList } from '../../transport/request/response';
import { IncompleteList } from '../../transport/lists/collected';
import { ServiceError } from '../../transport/errors/failure';
import type { FetchPage, PageMemory } from '../../transport/lists/pageNumbers';
import { fetchList, type ListSettings, type PagingStyle } from '../../transport/lists/pages';
import type { Turn } from '../execution/sendItem';
import { booleanOf, countOf } from '../../shared/plainValues';

/**
 * Fetches the list of an item's turn, as `returnAll`, `limit` and, where the operation has it, `parameterNames` say.
 *
 * @param style how the list goes on
 * @returns its records
 * @throws ServiceError when a request failed, NodeOperationError when the service does not give the whole list
 */
export async function receiveList(turn: Turn, style: PagingStyle): Promise<unknown[]> {
	const { context, request, send } = turn;
	const names = context.getNodeParameter('parameterNames', {}) as IDataObject;
	const all = booleanOf(context.getNodeParameter('returnAll', true));
	const settings: ListSettings = {
		style,
		names: {
			page: 'page',
			pageSize: String(names.pageSize || 'limit'),
			cursor: String(names.cursor || 'cursor'),
		},
		wanted: all ? undefined : countOf(context.getNodeParameter('limit', 50)),
		concurrency: turn.concurrency,
		memory: pageMemory(turn),
	};
	const fetchPage = pagesFrom(async (query) => await send({ ...request, query: { ...request.query, ...query } }));
	return await fetchList(fetchPage, settings).catch((error: unknown) => {
		if (!(error instanceof IncompleteList)) throw error;
		throw new NodeOperationError(context.getNode(), error.message, { description: error.description });
	});
}

/**
 * Reads the pages of one list.
 *
 * @param send fetches the page that the query parameters select
 */
export function pagesFrom(send: (query: Record<string, string | number>) => Promise<Answer>): FetchPage {
	let isFirst = true;
	return async (query, guess) => {
		const goesOn = !isFirst;
		isFirst = false;
		const answer = await (guess === undefined ? send(query) : send(query).catch((error: unknown) => noSuchPage(error, guess)));
		if (answer === undefined) return { records: [] };
		// A list without records may be answered by nothing at all; a page of one that goes on may not, or records would be lost.
		if (goesOn && guess !== 'afterShort' && typeof answer.body !== 'object') {
			throw new ServiceError({ status: answer.status, unreadable: 'brokenJson', attempts: 1, mayHaveHappened: false });
		}
		return readList(answer.body);
	};
}

/** Statuses by which a service says that there is no such page, or that it knows no pages. */
const NO_SUCH_PAGE = { afterFull: [404], afterShort: [400, 404, 416, 422] };

/** @throws the error, unless it says that the page that was guessed at does not exist */
function noSuchPage(error: unknown, guess: keyof typeof NO_SUCH_PAGE): undefined {
	const status = error instanceof ServiceError ? error.failure.status : undefined;
	if (!NO_SUCH_PAGE[guess].includes(status ?? 0)) throw error;
}

const pageMemories = new WeakMap<object, Map<string, PageMemory>>();

/** What the run has learned of the pages of this list. n8n gives all items of an execution the same data object. */
function pageMemory({ context, request }: Turn): PageMemory {
	const data = context.getExecuteData();
	const lists = pageMemories.get(data) ?? new Map<string, PageMemory>();
	pageMemories.set(data, lists);
	// As a tool of an agent, several nodes share the object.
	const key = `${context.getNode().name} ${request.path}`;
	const memory = lists.get(key) ?? { given: 0 };
	lists.set(key, memory);
	return memory;
}
