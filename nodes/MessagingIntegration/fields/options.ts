import type { INodeProperties } from 'n8n-workflow';

/** Options that every operation has: waiting, order and repeating. */
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
				'How many items may be under way at a time. Without this option it is 5 where the node reads, and 1 where it writes, so that messages keep their order.',
		},
		{
			displayName: 'Max Duration',
			name: 'maxDuration',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 3600,
			description:
				'The longest that one request may take, in seconds, from sending it to the last byte of the response. Raise it for files that take longer to download.',
		},
		{
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 300,
			description:
				'The longest single pause for the rate limit, in seconds. Waiting behind earlier items does not count, so a broadcast of hours just runs.',
		},
		{
			displayName: 'On Rate Limit',
			name: 'onRateLimit',
			type: 'options',
			options: [
				{
					name: 'Wait',
					value: 'wait',
					description: 'Wait until the rate limit allows the request, then go on',
				},
				{ name: 'Fail', value: 'fail', description: 'Stop with an error' },
			],
			default: 'wait',
			description: 'What to do when the requests of the API key for this minute are used up',
		},
		{
			displayName: 'Retry Writes',
			name: 'retryWrites',
			type: 'boolean',
			default: false,
			description:
				'Whether to repeat a request that sends or changes something although its first try may have been carried out. This can send a message twice.',
		},
	],
};
