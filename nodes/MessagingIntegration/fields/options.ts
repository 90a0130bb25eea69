import type { INodeProperties } from 'n8n-workflow';

/** Options of all operations: concurrency, time limits, rate limit and retries. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5,
			description:
				'Maximum number of items to process at the same time. By default, 5 for reads, and 1 for writes so that messages keep their order.',
		},
		{
			displayName: 'Max Duration',
			name: 'maxDuration',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 3600,
			description:
				'Maximum duration of one request in seconds, from sending it to the last byte of the response. Increase it for files that take longer to download.',
		},
		{
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 300,
			description:
				'Maximum length of a single pause for the rate limit, in seconds. The time that an item waits for earlier items does not count, so long broadcasts still complete.',
		},
		{
			displayName: 'On Rate Limit',
			name: 'onRateLimit',
			type: 'options',
			options: [
				{
					name: 'Wait',
					value: 'wait',
					description: 'Wait until the rate limit allows the request, then continue',
				},
				{ name: 'Fail', value: 'fail', description: 'Stop with an error' },
			],
			default: 'wait',
			description: 'What to do when the API key has used up its requests for this minute',
		},
		{
			displayName: 'Retry Writes',
			name: 'retryWrites',
			type: 'boolean',
			default: false,
			description:
				'Whether to retry requests that send or change something even if an earlier attempt may have been carried out. This can send a message twice.',
		},
	],
};
