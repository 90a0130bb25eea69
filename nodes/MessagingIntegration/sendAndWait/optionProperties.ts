import type { INodeProperties } from 'n8n-workflow';

/** A text that the user may replace. Empty, it is in the recipient's language. */
const textOption = (
	displayName: string,
	name: string,
	example: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
	description: `${description}. By default, a text in the language of the option Language.`,
});

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
				description:
					"The page is in the language of the recipient's browser, the message in English",
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
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		description:
			'When to continue without a response. The output is then the input items, which have no field "data".',
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
	textOption(
		'Link Label',
		'messageButtonLabel',
		'Respond',
		'Text in front of the link in the message',
	),
	{
		...textOption(
			'Response Form Button Label',
			'responseFormButtonLabel',
			'Send Response',
			'Label of the button of the form',
		),
		displayOptions: { show: { '/responseType': ['customForm', 'freeText'] } },
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
	textOption(
		'Response Form Title',
		'responseFormTitle',
		'Your response is requested',
		'Title of the page',
	),
	textOption(
		'Thank-You Text',
		'formSubmittedText',
		'Your response was recorded.',
		'Text of the page after the response',
	),
];

/** The options that only Send and Wait has; their names are those of n8n's own nodes. */
export const sendAndWaitOptions = ownOptions.map((option) => {
	const show = { '/operation': ['sendAndWait'], ...option.displayOptions?.show };
	return { ...option, displayOptions: { show } };
});
