import type { INodeProperties } from 'n8n-workflow';
import { choicesOf, groupOf, property } from '../../shared/property';

const BY_DEFAULT = 'By default, a text in the language of the option Language';

const ownOptions: INodeProperties[] = [
	property('options', 'Language', 'language', {
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
	}),
	property('fixedCollection', 'Limit Wait Time', 'limitWaitTime', {
		default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
		description:
			'When to continue without a response. The output is then the input items, with data.timedOut = true and, for an approval, data.approved = false.',
		options: groupOf([
			property('options', 'Limit Type', 'limitType', {
				options: choicesOf({ afterTimeInterval: 'After Time Interval', atSpecifiedTime: 'At Specified Time' }),
				default: 'afterTimeInterval',
				description: 'How to specify the limit',
			}),
			property('number', 'Amount', 'resumeAmount', {
				typeOptions: { minValue: 0, numberPrecision: 2 },
				default: 1,
				displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				description: 'How long to wait',
			}),
			property('options', 'Unit', 'resumeUnit', {
				options: choicesOf({ minutes: 'Minutes', hours: 'Hours', days: 'Days' }),
				default: 'hours',
				displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				description: 'Unit of the amount',
			}),
			property('dateTime', 'Max Date and Time', 'maxDateAndTime', {
				default: '',
				displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				description: 'Until when to wait',
			}),
		]),
	}),
	property('string', 'Link Label', 'messageButtonLabel', {
		placeholder: 'e.g. Respond',
		description: `Text in front of the link in the message. ${BY_DEFAULT}.`,
	}),
	property('string', 'Response Form Button Label', 'responseFormButtonLabel', {
		placeholder: 'e.g. Send Response',
		displayOptions: { show: { '/responseType': ['customForm', 'freeText'] } },
		description: `Label of the button of the form. ${BY_DEFAULT}.`,
	}),
	property('string', 'Response Form Description', 'responseFormDescription', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. Please respond by Friday.',
		description: 'Text of the page above the form or the buttons. By default, the message.',
	}),
	property('string', 'Response Form Title', 'responseFormTitle', {
		placeholder: 'e.g. Your response is requested',
		description: `Title of the page. ${BY_DEFAULT}.`,
	}),
	property('string', 'Thank-You Text', 'formSubmittedText', {
		placeholder: 'e.g. Your response was recorded.',
		description: `Text of the page after the response. ${BY_DEFAULT}.`,
	}),
];

/** The options that only Send and Wait has; their names are those of n8n's own nodes. */
export const sendAndWaitOptions = ownOptions.map((option) => {
	const show = { '/operation': ['sendAndWait'], ...option.displayOptions?.show };
	return { ...option, displayOptions: { show } };
});
