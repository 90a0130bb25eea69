import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** What an operation must send according to the reference, written by hand. */
export interface Case {
	/** Resource and operation, e.g. `chat.getAll`. */
	name: string;
	parameters: INodeParameters;
	method: string;
	path: string;
	query: Record<string, string>;
	/** undefined = no body at all. */
	body?: IDataObject;
}

/** @param request method, path and query, e.g. `GET /chats?limit=3` */
export function sends(name: string, parameters: INodeParameters, request: string, body?: IDataObject): Case {
	const [resource, operation] = name.split('.');
	const [, method = '', path = '', query] = /^(\w+) ([^?]+)\??(.*)$/.exec(request) ?? [];
	return {
		name,
		parameters: { resource, operation, ...parameters },
		method,
		path,
		query: Object.fromEntries(new URLSearchParams(query)),
		body,
	};
}
