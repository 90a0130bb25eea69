import type { INodeProperties } from 'n8n-workflow';
import { instanceId, recipient, replyTo, simplify, toolOutput } from '../../fields/fields';
import { additionalFields, jsonBody, specifyBody } from '../../fields/undocumented';
import { jsonObject, messageBody } from '../../input/body';
import { type FieldOf, isBlank } from '../../input/field';
import { choice, optional, text } from '../../input/readers';
import { messageResponse } from '../../run/returns';
import { operation } from '../common/operation';
import { fieldsOfPreset, presetFields, readContent } from './presets';

const additional: INodeProperties = { ...additionalFields, displayOptions: { show: { specifyBody: ['fields'] } } };

async function customBody(fieldOf: FieldOf) {
	if (fieldOf('specifyBody').value === 'json') return jsonObject(fieldOf('jsonBody'));
	const others = fieldOf(additional.name);
	const preset = choice(fieldOf('preset'));
	const names = fieldsOfPreset(preset);
	const type = optional(text)(fieldOf(names.type));
	const field = fieldOf(names.content);
	const value = await readContent(preset, fieldOf);
	const content = isBlank(value) ? undefined : value;
	if (content === undefined && (field.isExpression || others.isBlank)) throw field.emptyError();
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
	fields: [instanceId, recipient, ...presetFields, additional, replyTo, specifyBody, jsonBody, simplify, ...toolOutput],
});
