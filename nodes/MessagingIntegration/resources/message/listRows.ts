import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Field } from '../../input/field';
import { isObject, textOf } from '../../../shared/plainValues';
import { ordinal } from '../../../shared/text';

const text = { type: 'string', default: '' } as const;

/** What the recipient of a list message can choose. */
export const listRows: INodeProperties = {
	displayName: 'Rows',
	name: 'listRows',
	type: 'fixedCollection',
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
				{ ...text, displayName: 'Title', name: 'title', placeholder: 'e.g. Monday, 10 am' },
				{
					...text,
					displayName: 'Description',
					name: 'description',
					placeholder: 'e.g. 30 minutes',
				},
				{
					...text,
					displayName: 'ID',
					name: 'id',
					placeholder: 'e.g. monday-10',
					description: 'ID that tells which row was chosen. If empty, the number of the row.',
				},
			],
		},
	],
};

/** Reads rows with `id`, `title` and `description`. @throws NodeOperationError for a missing title */
export function rowsOf(field: Field): IDataObject[] {
	const rows = isObject(field.value) ? [field.value.rows].flat().filter(isObject) : [];
	if (rows.length === 0) throw field.emptyError();
	return rows.map((row, index) => {
		const [title, description] = [textOf(row.title), textOf(row.description)];
		if (title !== undefined)
			return { id: textOf(row.id) ?? `${index + 1}`, title, ...(description && { description }) };
		throw field.error(
			`The ${ordinal(index + 1)} row has no title`,
			'Enter a title, or remove the row.',
		);
	});
}
