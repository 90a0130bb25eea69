import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { pairs } from '../../fields/undocumented';
import type { Field } from '../../input/field';
import { jsonObject } from '../../input/collection';
import { digitsOf } from '../../input/phoneNumbers';
import { filledPairs, type PairReader } from '../../input/readers';
import { textOf } from '../../../shared/plainValues';

const phone: PairReader = async (field, value) => `+${await digitsOf(field, String(value))}`;

const coordinate: PairReader = (field, value, name) => {
	const read = Number(textOf(value));
	if (Number.isFinite(read)) return read;
	const problem = `"${String(value)}" is not a valid number for "${name}"`;
	throw field.error(problem, 'Write it with a point, e.g. -23.5505.');
};

/** A type of messages with an example of what it contains. The reference shows neither (section 2.9). */
interface Preset {
	name: string;
	/** Also the type; without a preset, the user enters both. */
	value: string;
	content: object;
	/** Readers of values, by name. With them, the form shows the content as names and values; otherwise it is JSON. */
	readers?: Record<string, PairReader>;
}

const PRESETS: Preset[] = [
	{
		name: 'Contact Card',
		value: 'contact',
		content: { name: 'Ana Souza', phone: '+12025550143' },
		readers: { phone },
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
		readers: { latitude: coordinate, longitude: coordinate },
	},
	{ name: 'None', value: 'none', content: {} },
	{
		name: 'Reaction',
		value: 'reaction',
		content: { messageId: '', emoji: '👍' },
		// An ID of digits alone stays text.
		readers: { messageId: (_, value) => textOf(value) ?? value },
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

/** Reads the field Content of a preset. @throws NodeOperationError for an invalid value */
export async function readContent(preset: string, content: Field): Promise<IDataObject> {
	if (content.isBlank) return {};
	const readers = PRESETS.find(({ value }) => value === preset)?.readers;
	return readers ? await filledPairs(content, readers) : jsonObject(content);
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
		hint: 'A preset fills in Type and Content with an example: replace it with your own',
		description: 'Kind of the message',
	},
	...PRESETS.flatMap(({ value, content, readers }): INodeProperties[] => {
		const names = fieldsOfPreset(value);
		const displayOptions = { show: { specifyBody: ['fields'], preset: [value] } };
		const example = readers ? { parameters: pairsOf(content) } : JSON.stringify(content, null, 2);
		return [
			{ ...type, name: names.type, default: value === 'none' ? 'text' : value, displayOptions },
			{
				...(readers ? namesAndValues : json),
				...{ name: names.content, default: example, displayOptions },
			},
		];
	}),
];

function pairsOf(content: object) {
	return Object.entries(content).map(([name, value]) => ({ name, value: String(value) }));
}
