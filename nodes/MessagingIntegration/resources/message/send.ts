import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { property } from '../../../shared/property';
import { textOf } from '../../../shared/values';
import {
	additionalFields,
	INSERTING,
	instanceId,
	jsonBody,
	recipient,
	replyTo,
	simplify,
	specifyBody,
} from '../../fields/fields';
import { jsonObject, type MessageBody, messageBody } from '../../input/body';
import { type Field, type FieldOf, isBlank } from '../../input/field';
import { choice, MISSING_VALUE, optional, text } from '../../input/readers';
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

/** A content that was edited must not reach the message of another preset. */
const contentOf = (preset: string) => (preset === 'none' ? 'content' : `${preset}Content`);

const contentFields = Object.entries(PRESETS).map(([preset, { content }]) =>
	property('json', 'Content', contentOf(preset), {
		typeOptions: { rows: 6 },
		default: JSON.stringify(content, null, 2),
		displayOptions: { show: { ...show, preset: [preset] } },
		description: 'JSON object. If the service expects other names, change them.',
		hint: INSERTING,
	}),
);

/** Reads the content of a preset. @throws UserError for a value that was not filled in, and for an unclear number */
async function readContent(preset: string, field: Field): Promise<IDataObject> {
	const content = jsonObject(field);
	if (preset === 'none') return content;
	let empty: string | undefined;
	JSON.stringify(content, (name, value: unknown) => {
		if (isBlank(value) || MISSING_VALUE.test(textOf(value) ?? '')) empty ??= name;
		return value;
	});
	if (empty !== undefined)
		throw field.error(`The value of "${empty}" is empty`, 'Enter a value under Content, or remove it there.');
	if (preset !== 'contact' || content.phone === undefined) return content;
	return { ...content, phone: `+${await digitsOf(field, String(content.phone))}` };
}

async function customMessage(fieldOf: FieldOf): Promise<MessageBody> {
	if (fieldOf('specifyBody').value === 'json') return { body: jsonObject(fieldOf('jsonBody')) };
	const additionalField = fieldOf(additional.name);
	const preset = choice(fieldOf('preset'));
	const type = preset === 'none' ? optional(text)(fieldOf('messageType')) : preset;
	const field = fieldOf(contentOf(preset));
	if (field.isBlank && (field.isExpression || additionalField.isBlank)) throw field.emptyError();
	const content = field.isBlank ? undefined : await readContent(preset, field);
	return await messageBody(fieldOf, type, { content }, { additional: additionalField, example: 'customMessage' });
}

/** Reference, section 4.19; the fields are those of the Message record (section 2.9). */
export const send = operation({
	name: 'Send Custom',
	action: 'Send custom message',
	description: 'Send a location, a contact card, a reaction, a list or a message of any other type',
	request: 'POST /messages',
	message: customMessage,
	returns: messageResponse,
	fields: [
		specifyBody,
		instanceId,
		recipient,
		property('options', 'Preset', 'preset', {
			options: Object.entries(PRESETS).map(([value, { name }]) => ({ name, value })),
			default: 'none',
			displayOptions: { show },
			hint: 'Choose a preset, then fill in the values under Content',
			description:
				'Kind of the message, and its type. If the service has another word for it, add that to Additional Fields.',
		}),
		property('string', 'Type', 'messageType', {
			default: 'text',
			placeholder: 'e.g. text',
			displayOptions: { show: { ...show, preset: ['none'] } },
			description: 'Type of the message, e.g. text',
		}),
		...contentFields,
		additional,
		replyTo,
		jsonBody,
		...simplify,
	],
});
