import type { IDataObject } from 'n8n-workflow';

/** Reads the names of the query parameters of a list, from the options. */
export function parameterNames(context: {
	getNodeParameter(name: string, fallback: IDataObject): unknown;
}): Record<'chat' | 'cursor' | 'instance' | 'pageSize', string> {
	const options = context.getNodeParameter('options', {}) as { parameterNames?: IDataObject };
	const names = options.parameterNames ?? {};
	return {
		chat: String(names.chat || 'chatId'),
		cursor: String(names.cursor || 'cursor'),
		instance: String(names.instance || 'instanceId'),
		pageSize: String(names.pageSize || 'limit'),
	};
}
