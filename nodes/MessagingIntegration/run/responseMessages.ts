import { first, readFields } from '../../messages/fields';
import { ADDRESSED, readMessage } from '../../messages/message';
import { partsOf } from '../../messages/simplify';
import { kindOfType } from '../../messages/content';
import { kindOfAddress, readAddress } from '../../phone/address';
import { scalarAddress, writtenAddress } from '../../messages/addresses';
import { isScalar, plainName, scalarOf, timeOf, valueAtPath } from '../../shared/looseValues';
import { asObject, type Fields, isObject, textOf } from '../../shared/values';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import type { SentMessage } from '../input/field';

/** Returns a message that was sent: what the request says, and of the response only what the service adds to it. */
export function sentMessage(
	record: unknown,
	{ event: names, types }: FieldNames,
	requestMessage: Partial<SentMessage> = {},
): Fields {
	const response = [readFields(onlyMessageOf(isObject(record) ? record : {}))];
	const request = [readFields({ content: requestMessage.content })];
	const addedValue = (role: 'id' | 'status' | 'instance' | 'timestamp') =>
		scalarOf(valueAtPath(names[role], record)) ?? first(response, role, scalarOf);
	const chatInResponse = first(response, 'chat', scalarAddress) ?? first(response, 'to', scalarAddress);
	const chat =
		requestMessage.recipient === undefined ? chatInResponse : writtenAddress(chatInResponse, requestMessage.recipient);
	const phone = readAddress(requestMessage.recipient ?? chat)?.phone;
	const type = requestMessage.type ?? first(response, 'type', textOf);
	const message = {
		kind: 'ownMessage' as const,
		fromMe: true,
		messageId: addedValue('id'),
		chat,
		chatKind: kindOfAddress(requestMessage.recipient ?? chat),
		phone: phone && `+${phone}`,
		text: first(request, 'text', exactText),
		reaction: first(request, 'emoji', exactText),
		type: kindOfType(type, types) ?? type,
		status: addedValue('status'),
		quotedMessageId: first(response, 'quoted', scalarOf),
		instanceId: addedValue('instance') ?? requestMessage.instanceId,
		time: timeOf(addedValue('timestamp')),
	};
	return { ...partsOf(message), raw: record };
}

/** Returns a message from a record of a chat's list, with `raw`; the record itself if it has no part of a message. */
export function messageOfChat(record: unknown, names: FieldNames, chat: string | undefined): Fields {
	const eventRecord = { record: onlyMessageOf(isObject(record) ? record : {}), wrappers: [] };
	const message = readMessage(record, eventRecord, names, { chat });
	const { messageId, content } = message;
	if (messageId === undefined && content === undefined) return asObject(record);
	const kind = ADDRESSED.includes(message.kind) ? message.kind : 'message';
	return { ...partsOf({ ...message, kind }), raw: record };
}

const exactText = (value: unknown) => (isScalar(value) ? String(value) : undefined);

/** A response may have a list with the one message. */
function onlyMessageOf(record: Fields): Fields {
	const lists = Object.keys(record).filter((name) => plainName(name) === 'messages');
	const [list] = lists.map((name) => record[name]);
	const [message, ...otherMessages] = Array.isArray(list) ? (list as unknown[]) : [];
	return isObject(message) && otherMessages.length === 0 ? { ...record, message } : record;
}
