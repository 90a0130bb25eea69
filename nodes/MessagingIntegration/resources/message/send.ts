import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { property } from '../../../shared/property';
import {
	additionalFields,
	instanceId,
	jsonBody,
	recipient,
	replyTo,
	simplify,
	specifyBody,
	toolOutput,
} from '../../fields/fields';
import { jsonObject, messageBody } from '../../input/body';
import type { Field, FieldOf } from '../../input/field';
import { choice, optional, text } from '../../input/readers';
import { digitsOf } from '../../input/recipients';
import { messageResponse } from '../../run/returns';
import { operation } from '../common/operation';

const show = { specifyBody: ['fields'] };
const additional: INodeProperties = { ...additionalFields, displayOptions: { show } };

/** Types of messages and their content (section 2.9 shows neither). What is empty cannot be sent by mistake. */
const PRESETS = {
	contact: { name: 'Contact Card', content: { name: '', phone: '' } },
	list: {
		name: 'List',
		content: { title: '', text: '', buttonText: '', sections: [{ rows: [{ id: '1', title: '' }] }] },
	},
	location: { name: 'Location', content: { latitude: null, longitude: null } },
	none: { name: 'None', content: {} },
	reaction: { name: 'Reaction', content: { messageId: '', emoji: '' } },
};

/** The fields of a preset. A value that was edited must not reach the message of another preset. */
const fieldsOfPreset = (preset: string) =>
	preset === 'none'
		? { type: 'messageType', content: 'content' }
		: { type: `${preset}Type`, content: `${preset}Content` };

const presetFields = Object.entries(PRESETS).flatMap(([preset, { content }]): INodeProperties[] => {
	const names = fieldsOfPreset(preset);
	const displayOptions = { show: { ...show, preset: [preset] } };
	return [
		property('string', 'Type', names.type, {
			default: preset === 'none' ? 'text' : preset,
			placeholder: 'e.g. text',
			displayOptions,
			description: 'Type of the message, e.g. text',
		}),
		property('json', 'Content', names.content, {
			typeOptions: { rows: 6 },
			default: JSON.stringify(content, null, 2),
			displayOptions,
			description: 'JSON object, e.g. { "text": "Hello" }. If the service expects other names, change them.',
		}),
	];
});

/** Reads the content of a preset. @throws UserError for a value that was not filled in, and for an unclear number */
async function readContent(preset: string, field: Field): Promise<IDataObject> {
	const content = jsonObject(field);
	if (preset === 'none') return content;
	const [, empty] = /"(\w+)":(?:"(?:\s*|undefined|null|NaN)"|null)/.exec(JSON.stringify(content)) ?? [];
	if (empty !== undefined)
		throw field.error(`The value of "${empty}" is empty`, 'Enter a value under Content, or remove it there.');
	if (preset !== 'contact' || content.phone === undefined) return content;
	return { ...content, phone: `+${await digitsOf(field, String(content.phone))}` };
}

async function customBody(fieldOf: FieldOf) {
	if (fieldOf('specifyBody').value === 'json') return jsonObject(fieldOf('jsonBody'));
	const others = fieldOf(additional.name);
	const preset = choice(fieldOf('preset'));
	const names = fieldsOfPreset(preset);
	const type = optional(text)(fieldOf(names.type));
	const field = fieldOf(names.content);
	if (field.isBlank && (field.isExpression || others.isBlank)) throw field.emptyError();
	const content = field.isBlank ? undefined : await readContent(preset, field);
	return await messageBody(fieldOf, type, { content }, others, 'customMessage');
}

/** Reference, section 4.19; the fields are those of the Message record (section 2.9). */
export const send = operation({
	name: 'Send Custom',
	action: 'Send custom message',
	description: 'Send a location, a contact card, a reaction, a list or a message of any other type',
	request: 'POST /messages',
	body: customBody,
	returns: messageResponse,
	fields: [
		instanceId,
		recipient,
		property('options', 'Preset', 'preset', {
			options: Object.entries(PRESETS).map(([value, { name }]) => ({ name, value })),
			default: 'none',
			displayOptions: { show },
			hint: 'Choose a preset, then fill in the values under Content',
			description: 'Kind of the message, which fills in Type and the names in Content',
		}),
		...presetFields,
		additional,
		replyTo,
		specifyBody,
		jsonBody,
		simplify,
		...toolOutput,
	],
});
