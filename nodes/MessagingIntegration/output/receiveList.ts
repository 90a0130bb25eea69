import { fetchList, type PagingStyle } from '../../transport/lists/fetchList';
import type { ItemRequest } from '../execution/sendItem';
import { parameterNames } from '../input/parameterNames';
import { booleanOf, countOf } from '../../shared/plainValues';

/**
 * Fetches an item's list according to its fields `returnAll` and `limit` and the option `parameterNames`.
 *
 * @param style how the list is paginated
 * @returns the records
 * @throws ServiceError if a request fails, UserError if a response is not a list, or the list cannot be returned as a whole
 */
export async function receiveList(item: ItemRequest, style: PagingStyle): Promise<unknown[]> {
	const { context, request } = item;
	const all = booleanOf(context.getNodeParameter('returnAll', true));
	return await fetchList(
		async (query) => await item.send({ ...request, query: { ...request.query, ...query } }),
		{
			path: request.path,
			style,
			names: parameterNames(context),
			maxRecords: all ? undefined : countOf(context.getNodeParameter('limit', 50)),
		},
	);
}
