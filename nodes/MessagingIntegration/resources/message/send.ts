import type { INodeProperties } from 'n8n-workflow';
import { instanceId, recipient } from '../../fields/locators';
import { messageOptions } from '../../fields/messageOptions';
import { additionalFields, jsonBody, specifyBody } from '../../fields/undocumented';
import { jsonObject } from '../../input/collection';
import type { Field, FieldOf } from '../../input/field';
import { addPart, messageBody } from '../../input/messageBody';
import { digitsOf } from '../../input/phoneNumbers';
import { choice, filledPairs, optional, text } from '../../input/readers';
import { operation } from '../common/operation';
import { fieldsOfPreset, presetFields } from './presets';

const additional: INodeProperties = {
	...additionalFields,
	displayOptions: { show: { specifyBody: ['fields'] } },
};

/** The phone number of a contact card follows the rule of all phone numbers. */
async function contentOf(content: Field) {
	if (content.property.type === 'json') return jsonObject(content);
	const value = filledPairs(content);
	if ('phone' in value) value.phone = `+${await digitsOf(content, String(value.phone))}`;
	return value;
}

async function bodyOf(fieldOf: FieldOf) {
	if (fieldOf('specifyBody').value === 'json') return jsonObject(fieldOf('jsonBody'));
	const others = fieldOf(additional.name);
	const body = await messageBody(fieldOf, '', {}, others);
	const names = fieldsOfPreset(choice(fieldOf('preset')));
	body.type = optional(text)(fieldOf(names.type));
	const content = fieldOf(names.content);
	if (!content.isBlank) {
		addPart(body, content, 'content', await contentOf(content));
	} else if (content.isExpression || others.isBlank) throw content.emptyError();
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
