import type { INodeProperties } from 'n8n-workflow';
import { pairs } from '../../fields/undocumented';

/** Types of messages with an example of what they contain. The reference shows neither (section 2.9). */
const PRESETS: Array<{ name: string; value: string; type: string; content: object }> = [
	{
		name: 'Contact Card',
		value: 'contact',
		type: 'contact',
		content: { contacts: [{ name: 'Ana Ribeiro', phone: '+5511987654321' }] },
	},
	{
		name: 'List',
		value: 'list',
		type: 'list',
		content: {
			title: 'Menu',
			text: 'What would you like?',
			buttonText: 'Choose',
			sections: [
				{
					title: 'Drinks',
					rows: [{ id: 'coffee', title: 'Coffee', description: 'With or without milk' }],
				},
			],
		},
	},
	{
		name: 'Location',
		value: 'location',
		type: 'location',
		content: {
			latitude: '-23.5505',
			longitude: '-46.6333',
			name: 'Praça da Sé',
			address: 'São Paulo',
		},
	},
	{ name: 'None', value: 'none', type: 'text', content: {} },
	{
		name: 'Reaction',
		value: 'reaction',
		type: 'reaction',
		content: { messageId: '', emoji: '👍' },
	},
];

/** Whether the content of a preset is shown as names and values; otherwise it is JSON. */
export function hasPairs(preset: unknown): boolean {
	return preset === 'location' || preset === 'reaction';
}

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
	name: 'contentFields',
	description:
		'Fields of the content. The API documentation does not show them. If the service expects others, change their names.',
});

/**
 * The fields Preset, Type and Content. Type and Content exist once per preset: n8n's form replaces the default of one
 * with that of another when the user chooses a preset, unless the value was edited.
 */
export const presetFields: INodeProperties[] = [
	{
		displayName: 'Preset',
		name: 'preset',
		type: 'options',
		options: PRESETS.map(({ name, value }) => ({ name, value })),
		default: 'none',
		displayOptions: { show: { specifyBody: ['fields'] } },
		description: 'Fills in Type and Content with an example to edit',
	},
	...PRESETS.map(({ value, type }): INodeProperties => ({
		displayName: 'Type',
		name: 'messageType',
		type: 'string',
		default: type,
		placeholder: 'e.g. text',
		displayOptions: shownFor(value),
		description: 'Type of the message, e.g. text',
	})),
	...PRESETS.map(({ value, content }) => ({
		...(hasPairs(value) ? namesAndValues : json),
		default: hasPairs(value) ? { parameters: pairsOf(content) } : JSON.stringify(content, null, 2),
		displayOptions: shownFor(value),
	})),
];

function pairsOf(content: object) {
	return Object.entries(content).map(([name, value]) => ({ name, value: String(value) }));
}

function shownFor(preset: string) {
	return { show: { specifyBody: ['fields'], preset: [preset] } };
}
