import type { INodeProperties } from 'n8n-workflow';
import { instanceId, recipient } from '../../fields/locators';
import { messageOptions } from '../../fields/messageOptions';
import { additionalFields, jsonBody, specifyBody } from '../../fields/undocumented';
import { jsonObject } from '../../input/collection';
import { type FieldOf, isBlank } from '../../input/field';
import { addPart, messageBody } from '../../input/messageBody';
import { choice, optional, text } from '../../input/readers';
import { operation } from '../common/operation';
import { fieldsOfPreset, presetFields, readContent } from './presets';

const additional: INodeProperties = {
	...additionalFields,
	displayOptions: { show: { specifyBody: ['fields'] } },
};

async function bodyOf(fieldOf: FieldOf) {
	if (fieldOf('specifyBody').value === 'json') return jsonObject(fieldOf('jsonBody'));
	const others = fieldOf(additional.name);
	const body = await messageBody(fieldOf, '', {}, others);
	const preset = choice(fieldOf('preset'));
	const names = fieldsOfPreset(preset);
	body.type = optional(text)(fieldOf(names.type));
	const content = fieldOf(names.content);
	const value = await readContent(preset, content);
	if (!isBlank(value)) addPart(body, content, 'content', value);
	else if (content.isExpression || others.isBlank) throw content.emptyError();
	return body;
}

/** Reference, section 4.19; the fields are those of the Message record (section 2.9). */
export const send = operation({
	name: 'Send Custom',
	value: 'send',
	action: 'Send custom message',
	description: 'Send a location, a contact card, a reaction, a list or a message of any other type',
	request: 'POST /messages',
	body: bodyOf,
	fields: [
		instanceId,
		recipient,
		...presetFields,
		additional,
		messageOptions,
		specifyBody,
		jsonBody,
	],
});
