import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { IncompleteList } from '../../transport/lists/collected';
import type { PageMemory } from '../../transport/lists/pageNumbers';
import { pagesFrom } from '../../transport/lists/pagesFrom';
import { fetchList, type ListSettings, type PagingStyle } from '../../transport/lists/pages';
import type { ItemContext } from '../execution/sendItem';
import { booleanOf, countOf } from '../../shared/plainValues';

/**
 * Fetches the list of an item's turn, as `returnAll`, `limit` and, where the operation has it, `parameterNames` say.
 *
 * @param style how the list goes on
 * @returns its records
 * @throws ServiceError when a request failed, NodeOperationError when the service does not give the whole list
 */
export async function receiveList(turn: ItemContext, style: PagingStyle): Promise<unknown[]> {
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

const pageMemories = new WeakMap<object, Map<string, PageMemory>>();

/** What the run has learned of the pages of this list. n8n gives all items of an execution the same data object. */
function pageMemory({ context, request }: ItemContext): PageMemory {
	const data = context.getExecuteData();
	const lists = pageMemories.get(data) ?? new Map<string, PageMemory>();
	pageMemories.set(data, lists);
	// As a tool of an agent, several nodes share the object.
	const key = `${context.getNode().name} ${request.path}`;
	const memory = lists.get(key) ?? { given: 0 };
	lists.set(key, memory);
	return memory;
}
