import type { INodeProperties } from 'n8n-workflow';

const BY_DEFAULT = 'By default, a text in the language of the option Language';

const ownOptions: INodeProperties[] = [
	{
		displayName: 'Language',
		name: 'language',
		type: 'options',
		default: 'auto',
		options: [
			{
				name: 'Automatic',
				value: 'auto',
				description: "The page is in the language of the recipient's browser, the message in English",
			},
			{ name: 'English', value: 'en' },
			{ name: 'Portuguese', value: 'pt' },
			{ name: 'Spanish', value: 'es' },
		],
		description:
			'Language of the texts that you do not set yourself: the label of the link in the message, and the page',
	},
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'fixedCollection',
		default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
		description:
			'When to continue without a response. The output is then the input items, with data.timedOut = true and, for an approval, data.approved = false.',
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Limit Type',
						name: 'limitType',
						type: 'options',
						options: [
							{ name: 'After Time Interval', value: 'afterTimeInterval' },
							{ name: 'At Specified Time', value: 'atSpecifiedTime' },
						],
						default: 'afterTimeInterval',
						description: 'How to specify the limit',
					},
					{
						displayName: 'Amount',
						name: 'resumeAmount',
						type: 'number',
						typeOptions: { minValue: 0, numberPrecision: 2 },
						default: 1,
						displayOptions: { show: { limitType: ['afterTimeInterval'] } },
						description: 'How long to wait',
					},
					{
						displayName: 'Unit',
						name: 'resumeUnit',
						type: 'options',
						options: [
							{ name: 'Minutes', value: 'minutes' },
							{ name: 'Hours', value: 'hours' },
							{ name: 'Days', value: 'days' },
						],
						default: 'hours',
						displayOptions: { show: { limitType: ['afterTimeInterval'] } },
						description: 'Unit of the amount',
					},
					{
						displayName: 'Max Date and Time',
						name: 'maxDateAndTime',
						type: 'dateTime',
						default: '',
						displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
						description: 'Until when to wait',
					},
				],
			},
		],
	},
	{
		displayName: 'Link Label',
		name: 'messageButtonLabel',
		type: 'string',
		default: '',
		placeholder: 'e.g. Respond',
		description: `Text in front of the link in the message. ${BY_DEFAULT}.`,
	},
	{
		displayName: 'Response Form Button Label',
		name: 'responseFormButtonLabel',
		type: 'string',
		default: '',
		placeholder: 'e.g. Send Response',
		displayOptions: { show: { '/responseType': ['customForm', 'freeText'] } },
		description: `Label of the button of the form. ${BY_DEFAULT}.`,
	},
	{
		displayName: 'Response Form Description',
		name: 'responseFormDescription',
		type: 'string',
		default: '',
		typeOptions: { rows: 2 },
		placeholder: 'e.g. Please respond by Friday.',
		description: 'Text of the page above the form or the buttons. By default, the message.',
	},
	{
		displayName: 'Response Form Title',
		name: 'responseFormTitle',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your response is requested',
		description: `Title of the page. ${BY_DEFAULT}.`,
	},
	{
		displayName: 'Thank-You Text',
		name: 'formSubmittedText',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your response was recorded.',
		description: `Text of the page after the response. ${BY_DEFAULT}.`,
	},
];

/** The options that only Send and Wait has; their names are those of n8n's own nodes. */
export const sendAndWaitOptions = ownOptions.map((option) => {
	const show = { '/operation': ['sendAndWait'], ...option.displayOptions?.show };
	return { ...option, displayOptions: { show } };
});
