import type { INodeProperties } from 'n8n-workflow';
import { booleanField, numberField, stringField } from '../../shared/formFields';

/** n8n's Request Options. n8n adds them to declarative nodes itself, but not to nodes that have a webhook. */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add option',
	default: {},
	options: [
		booleanField(
			'Ignore SSL Issues (Insecure)',
			'allowUnauthorizedCerts',
			false,
			'Whether to connect even if SSL certificate validation is not possible',
			{ noDataExpression: true },
		),
		stringField('Proxy', 'proxy', 'HTTP proxy to use', {
			placeholder: 'e.g. http://user:password@proxy.example.com:3128',
		}),
		numberField(
			'Timeout (Milliseconds)',
			'timeout',
			300000,
			'Maximum time without a byte from the service before the request is aborted',
			{ typeOptions: { minValue: 1 } },
		),
	],
};
