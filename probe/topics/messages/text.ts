import { defaultName } from '../../names/fieldNames';
import { instanceOf, messageId } from '../../question/account';
import type { Asking, Finding, Known, Question } from '../../question/question';
import { shapeOf } from '../../question/shape';
import { askWhatIsRequired, commonParts, converse, isRead, messageLearner, part } from './conversation';
import { MESSAGES } from '../chatParameter';
import { connected } from '../lists';
import { findInstanceParameter } from '../parameters';
import { type Found, pathsOf, textsIn } from './found';
import { answerOf, isAtPlace, isShownType, missing, split, undo } from './proof';

/** The type with which a default needs no further proof. */
const typeOf = (role: 'instance' | 'type') => (role === 'type' ? defaultName('message.types.text') : undefined);

export const text: Question = {
	ids: ['4.19-message-body', '4.19-phone-number', '4.19-message-response'],
	title: 'Instance, recipient, type and text of a message',
	request: 'POST /messages',
	needs: 'send',
	does: 'Asks with an empty message which fields are required. Then sends texts to your own number, until one is found again in its chat: usually one, at most three',
	undo,
	*ask(known) {
		const problem = missing(known, false);
		if (problem !== undefined) return problem;
		const stop = yield* askWhatIsRequired(known);
		if (stop !== undefined) return stop;
		const found = yield* converse(known, {
			id: 'text',
			parts: [...commonParts(known, 'text'), part(known, 'text', '')],
			textRole: 'text',
			sentence: ({ paths, chosen }) =>
				`This tests a text at "${paths.text}" to "${paths.recipient}"${chosen.recipient?.as ? ` with "${chosen.recipient.as}"` : ''}.`,
			isProved: (message, { mark }) => isAtPlace(known, 'text', message, mark),
		});
		if (typeof found === 'string') return found;
		return yield* settleText(known, found);
	},
};

/** Decides what a text that was found again proves. */
function* settleText(known: Known, found: Found): Asking<Finding> {
	const { plan, message, chat, answer } = found;
	const { paths, chosen } = plan;
	const suffix = chosen.recipient?.as ?? '';
	const type = chosen.type?.as;
	const id = String(messageId(message, known) ?? '');
	known.sent = { id, idPaths: id === '' ? [] : pathsOf(answer.body, id), chat, paths, suffix, type };
	const common = [paths.instance, paths.recipient, paths.type].filter((each) => each !== undefined);
	if (type !== undefined) messageLearner(known).settle(type, common);
	const isProved = function* (role: 'instance' | 'type'): Asking<boolean> {
		const path = paths[role];
		if (path === undefined) return true;
		const isDefault = path === defaultName(`message.${role}`);
		// What is written nowhere is not worth a message that may arrive.
		if (isDefault && chosen[role]?.as === typeOf(role)) return messageLearner(known).named.has(path);
		return yield* isRead(known, found, role, 'text');
	};
	const isInstance = yield* isProved('instance');
	const isType = yield* isProved('type');
	known.facts.typeIsRead = isType && type !== undefined;
	// A name that is not sent is proved by the rejection of the default.
	const notSent = (role: 'instance' | 'type') =>
		paths[role] === undefined && messageLearner(known).isUnknown(defaultName(`message.${role}`)!);
	const content = paths.text!.split('.').slice(0, -1).join('.');
	const [names, likely] = split({
		'message.instance': [paths.instance ?? (notSent('instance') ? '' : undefined), isInstance],
		'message.recipient': [paths.recipient, true],
		'message.recipientSuffix': [suffix, true],
		'message.type': [paths.type, isType],
		'message.types.text': [type, isType || isShownType(known, message, type)],
		'message.text': [paths.text, true],
		// Other content may be beside the object that has the text.
		'message.content': [content === '' ? undefined : content, false],
	});
	if (isInstance && paths.instance !== undefined) {
		const parameter = yield* instanceParameter(known, paths.instance);
		if (parameter !== undefined) names['query.instance'] = parameter;
	}
	const more = ` Response: status ${answer.status}, ${shapeOf(answer.body)}.`;
	return answerOf(names, likely, more);
}

/** Whether the lists have the instance under the name that it has in a message. */
function* instanceParameter(known: Known, path: string): Asking<string | undefined> {
	const { chatQuery, names } = known;
	if (chatQuery === undefined || names['query.instance'] !== undefined) return undefined;
	const request = { path: MESSAGES, query: chatQuery.query };
	const instance = instanceOf(known, chatQuery.chat) ?? String(connected(known)?.id);
	return yield* findInstanceParameter(request, instance, path.split('.').reverse());
}

export const reply: Question = {
	ids: ['2.9-quoted'],
	title: 'How a message quotes another one',
	request: 'POST /messages',
	needs: 'send',
	does: 'Sends a reply to the first text to your own number, until it is found again with the quote: usually one, at most three',
	undo,
	*ask(known) {
		const problem = missing(known);
		if (problem !== undefined) return problem;
		const { id } = known.sent!;
		if (id === '') return 'The ID of the text is not known.';
		const found = yield* converse(known, {
			id: 'reply',
			parts: [
				...commonParts(known, 'text'),
				part(known, 'text', '', { fixed: known.names['message.text'] }),
				part(known, 'quotedMessageId', id, { most: 60 }),
			],
			textRole: 'text',
			sentence: ({ paths }) => `This tests a reply at "${paths.quotedMessageId}".`,
			isProved: (message) => messageId(message, known) !== id && textsIn(message).includes(id),
		});
		if (typeof found === 'string') return found;
		return answerOf({ 'message.quotedMessageId': found.plan.paths.quotedMessageId! }, {});
	},
};
