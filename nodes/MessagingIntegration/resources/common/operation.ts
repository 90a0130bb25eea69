import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** One endpoint, as data: its entry in the operation picker with its routing, and its fields. */
export interface Operation {
	/** `routing.request.url` may hold `{instanceId}` and the like; they are filled from the field of that name. */
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

/** One tag of the interface: its entry in the resource picker, and its operations. */
export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
	/** Operation that is chosen first. */
	first: string;
}
