import { first, saidBy } from '../../messages/fields';
import { ADDRESSED, readMessage } from '../../messages/message';
import { partsOf } from '../../messages/simplify';
import { kindOfType } from '../../messages/content';
import { kindOfAddress, readAddress, scalarAddress, writtenAddress } from '../../phone/address';
import { isScalar, plainName, scalarOf, timeOf, valueAtPath } from '../../shared/looseValues';
import { asObject, type Fields, isObject, textOf } from '../../shared/values';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import type { Sent } from '../input/field';

/** Returns a message that was sent: what the request says, and of the response only what the service adds to it. */
export function sentMessage(record: unknown, { event: names, types }: FieldNames, sent: Partial<Sent> = {}): Fields {
	const response = [saidBy(onlyMessageOf(isObject(record) ? record : {}))];
	const request = [saidBy({ content: sent.content })];
	const added = (role: 'id' | 'status' | 'instance' | 'timestamp') =>
		scalarOf(valueAtPath(names[role], record)) ?? first(response, role, scalarOf);
	const written = first(response, 'chat', scalarAddress) ?? first(response, 'to', scalarAddress);
	const chat = sent.recipient === undefined ? written : writtenAddress(written, sent.recipient);
	const phone = readAddress(sent.recipient ?? chat)?.phone;
	const type = sent.type ?? first(response, 'type', textOf);
	const message = {
		kind: 'ownMessage' as const,
		fromMe: true,
		messageId: added('id'),
		chat,
		chatKind: kindOfAddress(sent.recipient ?? chat),
		phone: phone && `+${phone}`,
		text: first(request, 'text', exactText),
		reaction: first(request, 'emoji', exactText),
		type: kindOfType(type, types) ?? type,
		status: added('status'),
		quotedMessageId: first(response, 'quoted', scalarOf),
		instanceId: added('instance') ?? sent.instanceId,
		time: timeOf(added('timestamp')),
	};
	return { ...partsOf(message), raw: record };
}

/** Returns a message from a record of a chat's list, with `raw`; the record itself if it has no part of a message. */
export function messageOfChat(record: unknown, names: FieldNames, chat: string | undefined): Fields {
	const found = { record: onlyMessageOf(isObject(record) ? record : {}), around: [] };
	const message = readMessage(record, found, names, { chat });
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
	const [only, ...others] = Array.isArray(list) ? (list as unknown[]) : [];
	return isObject(only) && others.length === 0 ? { ...record, message: only } : record;
}
