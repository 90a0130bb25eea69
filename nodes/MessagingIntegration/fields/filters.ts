import type { INodeProperties } from 'n8n-workflow';
import { innerInstanceId } from './locators';

const onlyFor = (resource: string) => ({ show: { '/resource': [resource] } });

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			...innerInstanceId,
			displayOptions: onlyFor('chat'),
			description: 'Return only chats of this connected messaging account',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Connected', value: 'connected' },
				{ name: 'Connecting', value: 'connecting' },
				{ name: 'Disconnected', value: 'disconnected' },
				{ name: 'Error', value: 'error' },
			],
			default: 'connected',
			displayOptions: onlyFor('instance'),
			description: 'Return only instances with this connection status',
		},
	],
};
