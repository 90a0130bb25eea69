import { choicesOf, groupOf, property } from '../../shared/property';
import { additionalFields, queryParameters } from './fields';

const only = (...operations: string[]) => ({ show: { '/operation': operations } });
const except = (...operations: string[]) => ({ hide: { '/operation': operations } });

const seconds = (bound: 'Min' | 'Max', value: number, adjective: string) =>
	property('number', `${bound} Seconds`, bound.toLowerCase(), {
		typeOptions: { minValue: 0, numberPrecision: 1 },
		default: value,
		description: `${adjective} pause in seconds`,
	});

/** A part of the descriptions of the texts that the recipient of Send and Wait sees. */
const BY_DEFAULT = 'By default, a text in the language of the option Language';

/**
 * Creates the collection of options.
 * @param reads the operations that send and change nothing @param messages those whose body Field Names describes
 */
export const optionsFor = (reads: string[], messages: string[]) =>
	property('collection', 'Options', 'options', {
		placeholder: 'Add option',
		options: [
			{ ...additionalFields, displayOptions: only(...messages) },
			property('number', 'Concurrency', 'concurrency', {
				typeOptions: { minValue: 1 },
				default: 5,
				displayOptions: except('sendAndWait'),
				description:
					'How many items to process at once. By default 5 for reads, and 1 for writes, to keep their order.',
			}),
			property('boolean', 'Format Markdown', 'formatMarkdown', {
				default: true,
				displayOptions: only(...messages),
				description: 'Whether to convert the Markdown of AI models to the formatting of chats, e.g. **bold** to *bold*',
			}),
			property('options', 'Language', 'language', {
				displayOptions: only('sendAndWait'),
				default: 'auto',
				options: [
					{ name: 'Automatic', value: 'auto', description: 'Page in the language of the browser, message in English' },
					{ name: 'English', value: 'en' },
					{ name: 'Portuguese', value: 'pt' },
					{ name: 'Spanish', value: 'es' },
				],
				description: 'Language of the link in the message and of the page, where you do not set the text yourself',
			}),
			property('fixedCollection', 'Limit Wait Time', 'limitWaitTime', {
				displayOptions: only('sendAndWait'),
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
				displayOptions: only('sendAndWait'),
				placeholder: 'e.g. Respond',
				description: `Text in front of the link in the message. ${BY_DEFAULT}.`,
			}),
			property('number', 'Max File Size (MB)', 'maxFileSize', {
				typeOptions: { minValue: 0 },
				default: 16,
				displayOptions: only('sendMedia'),
				description: 'Maximum size of a file from a previous node, checked for all items before the first is sent',
			}),
			property('number', 'Max Wait (Seconds)', 'maxWait', {
				typeOptions: { minValue: 0 },
				default: 300,
				description: 'Longest single pause for the rate limit. Waiting for earlier items does not count.',
			}),
			property('boolean', 'Mentions', 'mentions', {
				default: true,
				displayOptions: only('sendText'),
				description: 'Whether to mention people by their numbers after @. Field Names needs a place for {mentions}.',
			}),
			property('options', 'On Rate Limit', 'onRateLimit', {
				options: [
					{ name: 'Wait', value: 'wait', description: 'Wait until the rate limit allows the request' },
					{ name: 'Fail', value: 'fail', description: 'Stop with an error' },
				],
				default: 'wait',
				description: 'What to do when the API key has used up its requests for this minute',
			}),
			property('collection', 'Pause Between Items', 'pause', {
				placeholder: 'Add bound',
				default: { min: 2, max: 5 },
				displayOptions: except('sendAndWait', ...reads),
				description:
					'Random pause between items that send or change something. For a fixed one, enter the same number twice.',
				options: [seconds('Min', 2, 'Shortest'), seconds('Max', 5, 'Longest')],
			}),
			{ ...queryParameters, displayOptions: only('getVideo', 'getAudio') },
			property('string', 'Response Form Button Label', 'responseFormButtonLabel', {
				placeholder: 'e.g. Send Response',
				displayOptions: { show: { '/operation': ['sendAndWait'], '/responseType': ['customForm', 'freeText'] } },
				description: `Label of the button of the form. ${BY_DEFAULT}.`,
			}),
			property('string', 'Response Form Description', 'responseFormDescription', {
				displayOptions: only('sendAndWait'),
				typeOptions: { rows: 2 },
				placeholder: 'e.g. Please respond by Friday.',
				description: 'Text of the page above the form or the buttons. By default, the message.',
			}),
			property('string', 'Response Form Title', 'responseFormTitle', {
				displayOptions: only('sendAndWait'),
				placeholder: 'e.g. Your response is requested',
				description: `Title of the page. ${BY_DEFAULT}.`,
			}),
			property('boolean', 'Retry Writes', 'retryWrites', {
				displayOptions: except('updatePhoto', ...reads),
				description:
					'Whether to retry requests that send or change something even if an earlier attempt may have been carried out. This can send a message twice.',
			}),
			property('string', 'Thank-You Text', 'formSubmittedText', {
				displayOptions: only('sendAndWait'),
				placeholder: 'e.g. Your response was recorded.',
				description: `Text of the page after the response. ${BY_DEFAULT}.`,
			}),
		],
	});

/** The options of all operations, as a field that reads them. */
export const options = optionsFor([], []);

/** n8n's Request Options. n8n adds them to declarative nodes itself, but not to nodes that have a webhook. */
export const requestOptions = property('collection', 'Request Options', 'requestOptions', {
	isNodeSetting: true,
	placeholder: 'Add option',
	options: [
		property('boolean', 'Ignore SSL Issues (Insecure)', 'allowUnauthorizedCerts', {
			noDataExpression: true,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		}),
		property('string', 'Proxy', 'proxy', {
			placeholder: 'e.g. http://user:password@proxy.example.com:3128',
			description: 'HTTP proxy to use',
		}),
		property('number', 'Timeout (Milliseconds)', 'timeout', {
			typeOptions: { minValue: 1 },
			default: 300000,
			description: 'Maximum time without a byte from the service before the request is aborted',
		}),
	],
});
