import type { INodeProperties } from 'n8n-workflow';
import { pairs } from '../../fields/undocumented';

/** A type of messages with an example of what it contains. The reference shows neither (section 2.9). */
interface Preset {
	name: string;
	/** Also the type; without a preset, the user enters both. */
	value: string;
	content: object;
	/** Whether the form shows the content as names and values; otherwise it is JSON. */
	isPairs?: boolean;
}

const PRESETS: Preset[] = [
	{
		name: 'Contact Card',
		value: 'contact',
		content: { name: 'Ana Souza', phone: '+12025550143' },
		isPairs: true,
	},
	{
		name: 'List',
		value: 'list',
		content: {
			title: 'Menu',
			text: 'What would you like?',
			buttonText: 'Choose',
			sections: [
				{
					title: 'Drinks',
					rows: [
						{ id: 'coffee', title: 'Coffee', description: 'With or without milk' },
						{ id: 'tea', title: 'Tea', description: 'Black or green' },
					],
				},
			],
		},
	},
	{
		name: 'Location',
		value: 'location',
		content: { latitude: '-23.5505', longitude: '-46.6333' },
		isPairs: true,
	},
	{ name: 'None', value: 'none', content: {} },
	{
		name: 'Reaction',
		value: 'reaction',
		content: { messageId: '', emoji: '👍' },
		isPairs: true,
	},
];

/**
 * Returns the names of the fields Type and Content of a preset. Each preset has its own: a value that was edited must
 * not reach the message of another one.
 */
export function fieldsOfPreset(preset: string): { type: string; content: string } {
	return preset === 'none'
		? { type: 'messageType', content: 'content' }
		: { type: `${preset}Type`, content: `${preset}Content` };
}

const type: INodeProperties = {
	displayName: 'Type',
	name: 'messageType',
	type: 'string',
	default: 'text',
	placeholder: 'e.g. text',
	description: 'Type of the message, e.g. text',
};

const json: INodeProperties = {
	displayName: 'Content',
	name: 'content',
	type: 'json',
	typeOptions: { rows: 6 },
	default: '{}',
	description:
		'Content of the message as a JSON object, e.g. { "text": "Hello" }. The API documentation does not show its fields. If the service expects others, change their names.',
};

const namesAndValues = pairs('Field', {
	displayName: 'Content',
	name: 'content',
	description:
		'Fields of the content. Values that are valid JSON are sent as JSON, all others as text. The API documentation does not show the fields. If the service expects others, change their names.',
});

/** The field Preset, and the fields Type and Content of each preset with its example. */
export const presetFields: INodeProperties[] = [
	{
		displayName: 'Preset',
		name: 'preset',
		type: 'options',
		options: PRESETS.map(({ name, value }) => ({ name, value })),
		default: 'none',
		displayOptions: { show: { specifyBody: ['fields'] } },
		hint: 'Fills in Type and Content with an example: replace it with your own',
		description: 'Kind of the message',
	},
	...PRESETS.flatMap(({ value, content, isPairs = false }): INodeProperties[] => {
		const names = fieldsOfPreset(value);
		const displayOptions = { show: { specifyBody: ['fields'], preset: [value] } };
		const example = isPairs ? { parameters: pairsOf(content) } : JSON.stringify(content, null, 2);
		return [
			{ ...type, name: names.type, default: value === 'none' ? 'text' : value, displayOptions },
			{
				...(isPairs ? namesAndValues : json),
				...{ name: names.content, default: example, displayOptions },
			},
		];
	}),
];

function pairsOf(content: object) {
	return Object.entries(content).map(([name, value]) => ({ name, value: String(value) }));
}
