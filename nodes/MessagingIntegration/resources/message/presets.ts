import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { pairs } from '../../fields/undocumented';
import type { FieldOf } from '../../input/field';
import { filledPairs, jsonObject, type PairReader } from '../../input/body';
import { digitsOf } from '../../input/readers';
import { parseJson, textOf } from '../../../shared/values';

const phone: PairReader = async (field, value) => `+${await digitsOf(field, String(value))}`;

/** Reads degrees, up to 90 or 180 from zero. */
const degrees =
	(most: number): PairReader =>
	(field, value, name) => {
		const text = textOf(value) ?? '';
		if (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) && Math.abs(Number(text)) <= most) return Number(text);
		const problem = `"${String(value)}" is not a valid number for "${name}"`;
		throw field.error(problem, `Write it with a point, e.g. -23.5505, and between -${most} and ${most}.`);
	};

/** Digits alone stay text. */
const asText: PairReader = (_, value) => textOf(value) ?? value;

const list: PairReader = (field, value, name) => {
	const read = typeof value === 'string' ? parseJson(value) : value;
	if (Array.isArray(read)) return read as unknown[];
	throw field.error(`The value of "${name}" is not a list`, 'Write it as JSON, between [ and ].');
};

/** A type of messages with the names of what it contains, without values, which could be sent by mistake. */
interface Preset {
	name: string;
	/** Also the type; without a preset, the user enters both. */
	value: string;
	/** The names, and how to read their values; for None, the content is JSON. The reference shows no names (2.9). */
	content?: Record<string, PairReader>;
	example?: string;
}

const PRESETS: Preset[] = [
	{
		name: 'Contact Card',
		value: 'contact',
		content: { name: asText, phone },
		example: 'e.g. Ana Souza, or +55 11 98765-4321',
	},
	{
		name: 'List',
		value: 'list',
		content: { title: asText, text: asText, buttonText: asText, sections: list },
		example: 'e.g. Choose a day, or [{ "rows": [{ "id": "1", "title": "Monday" }] }]',
	},
	{
		name: 'Location',
		value: 'location',
		content: { latitude: degrees(90), longitude: degrees(180) },
		example: 'e.g. -23.5505, or -46.6333',
	},
	{ name: 'None', value: 'none' },
	{
		name: 'Reaction',
		value: 'reaction',
		content: { messageId: asText, emoji: asText },
		example: 'e.g. 3EB0C767D097B7C7C033, or 👍',
	},
];

/** The fields Type and Content of a preset. A value that was edited must not reach the message of another preset. */
export function fieldsOfPreset(preset: string): { type: string; content: string } {
	return preset === 'none'
		? { type: 'messageType', content: 'content' }
		: { type: `${preset}Type`, content: `${preset}Content` };
}

/** Reads the content of a preset. @throws NodeOperationError for a value that is invalid or was not filled in */
export async function readContent(preset: string, fieldOf: FieldOf): Promise<IDataObject> {
	const field = fieldOf(fieldsOfPreset(preset).content);
	if (field.isBlank) return {};
	const { content } = PRESETS.find(({ value }) => value === preset) ?? {};
	return content ? await filledPairs(field, content) : jsonObject(field);
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

const namesAndValues = (name: string, content: object, example?: string): INodeProperties => ({
	...pairs(
		'Field',
		{
			displayName: 'Content',
			name,
			description:
				'Fields of the content. Values that are valid JSON are sent as JSON, all others as text. The API documentation does not show the fields. If the service expects others, change their names.',
		},
		example,
	),
	default: { parameters: Object.keys(content).map((each) => ({ name: each, value: '' })) },
});

/** The field Preset, and the fields Type and Content of each preset. */
export const presetFields: INodeProperties[] = [
	{
		displayName: 'Preset',
		name: 'preset',
		type: 'options',
		options: PRESETS.map(({ name, value }) => ({ name, value })),
		default: 'none',
		displayOptions: { show: { specifyBody: ['fields'] } },
		hint: 'Choose a preset, then fill in the values under Content',
		description: 'Kind of the message, which fills in Type and the names in Content',
	},
	...PRESETS.flatMap(({ value, content, example }): INodeProperties[] => {
		const names = fieldsOfPreset(value);
		const displayOptions = { show: { specifyBody: ['fields'], preset: [value] } };
		return [
			{ ...type, name: names.type, default: value === 'none' ? 'text' : value, displayOptions },
			{ ...(content ? namesAndValues(names.content, content, example) : json), displayOptions },
		];
	}),
];
