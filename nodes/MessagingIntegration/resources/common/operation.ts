import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** One endpoint as data: its entry in the operation picker, which contains the routing, and its fields. */
export interface Operation {
	/** `routing.request.url` may contain placeholders like `{instanceId}`, filled from the field of that name. */
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

/** One tag of the API: its entry in the resource picker, and its operations. */
export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
	/** Value of the default operation. */
	defaultOperation: string;
	/** Whether `operations` is in the order of the picker; otherwise the picker sorts it alphabetically. */
	isOrdered?: true;
}
