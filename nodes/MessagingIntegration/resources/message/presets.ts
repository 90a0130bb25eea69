import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { property } from '../../../shared/property';
import { ordinal } from '../../../shared/texts';
import { pairs } from '../../fields/undocumented';
import type { Field, FieldOf } from '../../input/field';
import { bodyPairs, jsonObject, type PairReader } from '../../input/body';
import { digitsOf } from '../../input/recipients';
import { isObject, textOf } from '../../../shared/values';

const phone: PairReader = async (field, value) => `+${await digitsOf(field, String(value))}`;

const degrees: PairReader = (field, value, name) => {
	const text = textOf(value) ?? '';
	const most = name === 'latitude' ? 90 : 180;
	if (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) && Math.abs(Number(text)) <= most) return Number(text);
	const problem = `"${String(value)}" is not a valid number for "${name}"`;
	throw field.error(problem, `Write it with a point, e.g. -23.5505, and between -${most} and ${most}.`);
};

/** Digits alone stay text. */
const asText: PairReader = (_, value) => textOf(value) ?? value;

/** How values are read, by their names in the presets. */
const READERS = new Map<string, PairReader>([
	['phone', phone],
	['latitude', degrees],
	['longitude', degrees],
	...['messageId', 'title', 'text', 'buttonText'].map((name): [string, PairReader] => [name, asText]),
]);

/** A type of messages. */
interface Preset {
	name: string;
	/** Also the type; without a preset, the user enters both. */
	value: string;
	/** Of what it contains; the values are empty, because they could be sent by mistake. Without a preset, it is JSON. */
	names: string[];
	example?: string;
}

/** The reference shows neither types nor names (section 2.9). */
const PRESETS: Preset[] = [
	{ name: 'Contact Card', value: 'contact', names: ['name', 'phone'], example: 'Ana Souza, or +55 11 98765-4321' },
	{ name: 'List', value: 'list', names: ['title', 'text', 'buttonText'], example: 'Choose a time' },
	{ name: 'Location', value: 'location', names: ['latitude', 'longitude'], example: '-23.5505, or -46.6333' },
	{ name: 'None', value: 'none', names: [] },
	{ name: 'Reaction', value: 'reaction', names: ['messageId', 'emoji'], example: '3EB0C767D097B7C7C033, or 👍' },
];

/** The fields Type and Content of a preset. A value that was edited must not reach the message of another preset. */
export function fieldsOfPreset(preset: string): { type: string; content: string } {
	return preset === 'none'
		? { type: 'messageType', content: 'content' }
		: { type: `${preset}Type`, content: `${preset}Content` };
}

/** Reads the content of a preset. @throws UserError for a value that is invalid or was not filled in */
export async function readContent(preset: string, fieldOf: FieldOf): Promise<IDataObject> {
	const content = fieldOf(fieldsOfPreset(preset).content);
	if (content.isBlank) return {};
	if (preset === 'none') return jsonObject(content);
	const read = await bodyPairs(content, READERS);
	return preset === 'list' ? { ...read, sections: [{ rows: rowsOf(fieldOf(listRows.name)) }] } : read;
}

/** Reads rows with `id`, `title` and `description`. @throws UserError for a missing title */
function rowsOf(field: Field): IDataObject[] {
	const rows = isObject(field.value) ? [field.value.rows].flat().filter(isObject) : [];
	if (rows.length === 0) throw field.emptyError();
	const given = rows.map(({ id }) => textOf(id));
	const free = rows.map((_, index) => `${index + 1}`).filter((id) => !given.includes(id));
	const ids = given.map((id) => id ?? free.shift());
	if (new Set(ids).size < rows.length)
		throw field.error('Two rows have the same ID', 'Nobody could tell which one was chosen. Enter different IDs.');
	return rows.map((row, index) => {
		const [title, description] = [textOf(row.title), textOf(row.description)];
		if (title !== undefined) return { id: ids[index], title, ...(description && { description }) };
		throw field.error(`The ${ordinal(index + 1)} row has no title`, 'Enter a title, or remove the row.');
	});
}

/** What the recipient of a list message can choose. */
const listRows = property('fixedCollection', 'Rows', 'listRows', {
	typeOptions: { multipleValues: true },
	placeholder: 'Add row',
	default: { rows: [{ title: '', description: '', id: '' }] },
	displayOptions: { show: { specifyBody: ['fields'], preset: ['list'] } },
	description:
		'What the recipient can choose. If the service expects something else than rows in one section, choose the preset None and enter the content as JSON.',
	options: [
		{
			displayName: 'Row',
			name: 'rows',
			values: [
				property('string', 'Title', 'title', { placeholder: 'e.g. Monday, 10 am' }),
				property('string', 'Description', 'description', { placeholder: 'e.g. 30 minutes' }),
				property('string', 'ID', 'id', {
					placeholder: 'e.g. monday-10',
					description: 'ID that tells which row was chosen. If empty, the first free number.',
				}),
			],
		},
	],
});

/** The field Preset, and the fields Type and Content of each preset. */
export const presetFields: INodeProperties[] = [
	property('options', 'Preset', 'preset', {
		options: PRESETS.map(({ name, value }) => ({ name, value })),
		default: 'none',
		displayOptions: { show: { specifyBody: ['fields'] } },
		hint: 'Choose a preset, then fill in the values under Content, and the rows of a list',
		description: 'Kind of the message, which fills in Type and the names in Content',
	}),
	...PRESETS.flatMap(({ value, names, example }): INodeProperties[] => {
		const displayOptions = { show: { specifyBody: ['fields'], preset: [value] } };
		const { type, content } = fieldsOfPreset(value);
		return [
			property('string', 'Type', type, {
				default: value === 'none' ? 'text' : value,
				placeholder: 'e.g. text',
				displayOptions,
				description: 'Type of the message, e.g. text',
			}),
			value === 'none'
				? property('json', 'Content', content, {
						typeOptions: { rows: 6 },
						displayOptions,
						description:
							'Content of the message as a JSON object, e.g. { "text": "Hello" }. The API documentation does not show its fields. If the service expects others, change their names.',
					})
				: pairs(
						'Field',
						'Content',
						content,
						'Fields of the content. Values that are valid JSON are sent as JSON, all others as text. The API documentation does not show the fields. If the service expects others, change their names.',
						{ example, default: { parameters: names.map((name) => ({ name, value: '' })) }, displayOptions },
					),
		];
	}),
	listRows,
];
