import { type INode, NodeOperationError } from 'n8n-workflow';
import { IncompleteList } from '../../transport/lists/incompleteList';
import type { PageMemory } from '../../transport/lists/pageNumbers';
import { pageFetcher } from '../../transport/lists/pageFetcher';
import { fetchList, type ListSettings, type PagingStyle } from '../../transport/lists/pages';
import type { ItemContext } from '../execution/sendItem';
import { parameterNames } from '../input/parameterNames';
import { booleanOf, countOf } from '../../shared/plainValues';

/**
 * Fetches an item's list according to its fields `returnAll` and `limit` and the option `parameterNames`.
 *
 * @param style how the list is paginated
 * @returns the records
 * @throws ServiceError if a request fails, NodeOperationError if the list is too long, or the service does not return all of it
 */
export async function receiveList(item: ItemContext, style: PagingStyle): Promise<unknown[]> {
	const { context, request, send } = item;
	const names = parameterNames(context);
	const all = booleanOf(context.getNodeParameter('returnAll', true));
	const settings: ListSettings = {
		style,
		names: {
			page: 'page',
			pageSize: names.pageSize,
			cursor: names.cursor,
		},
		maxRecords: all ? undefined : countOf(context.getNodeParameter('limit', 50)),
		concurrency: item.concurrency,
		memory: pageMemory(item),
	};
	const fetchPage = pageFetcher(
		async (query) => await send({ ...request, query: { ...request.query, ...query } }),
	);
	return await fetchList(fetchPage, settings).catch((error: unknown) => {
		throw error instanceof IncompleteList ? toListError(context.getNode(), error) : error;
	});
}

export function toListError(node: INode, { message, description }: IncompleteList): Error {
	return new NodeOperationError(node, message, { description });
}

const pageMemories = new WeakMap<object, Map<string, PageMemory>>();

/** Returns what earlier items have learned about the pages of this list. All items of an execution share one data object. */
function pageMemory({ context, request }: ItemContext): PageMemory {
	const data = context.getExecuteData();
	const lists = pageMemories.get(data) ?? new Map<string, PageMemory>();
	pageMemories.set(data, lists);
	// In AI tool calls, several nodes share the object.
	const key = `${context.getNode().name} ${request.path}`;
	const memory = lists.get(key) ?? { largestPage: 0 };
	lists.set(key, memory);
	return memory;
}
