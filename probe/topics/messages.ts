import { type Fields, isObject } from '../../nodes/shared/plainValues';
import {
	type Answer,
	type Asking,
	combinations,
	isFinal,
	type Known,
	type Names,
	type Question,
} from '../question/question';
import { listOf, recordOf, shapeOf } from '../question/shape';
import {
	CAPTION_FIELDS,
	CHAT_ID_FIELDS,
	MEDIA_URL_FIELDS,
	RECIPIENT_FIELDS,
	REPLY_FIELDS,
	SUFFIXES,
	TEXT_FIELDS,
} from '../question/candidates';
import { connected } from './lists';

/** Most messages that a run sends, and most bodies that one question tries. */
const MAX_MESSAGES = 6;
const MAX_ATTEMPTS = 60;

/** A picture that anybody may load. */
const PICTURE = 'https://www.w3.org/Icons/w3c_home.png';

const undo = 'delete the messages on your phone';

/** Returns a body with values at paths with dots; undefined if two paths exclude each other. */
export function bodyWith(base: Fields, parts: Array<[string, unknown]>): Fields | undefined {
	const body = structuredClone(base);
	for (const [path, value] of parts) {
		const names = path.split('.');
		const last = names.pop()!;
		let place = body;
		for (const name of names) {
			place[name] ??= {};
			if (!isObject(place[name])) return undefined;
			place = place[name];
		}
		if (place[last] !== undefined) return undefined;
		place[last] = value;
	}
	return body;
}

/** All texts in a value. */
const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: Object.values(typeof value === 'object' ? (value ?? {}) : {}).flatMap(textsIn);

/** Looks for a message in the chat with the user's own number, by a text in it or by its ID. */
function* find(
	known: Known,
	text: string,
	answer: Answer,
): Asking<{ message: Fields; chat: string } | undefined> {
	const record = recordOf(answer.body);
	const isOwn = (id: unknown) => String(id).replace(/@.*/, '') === known.sendTo;
	const ids = [
		known.sent?.chat,
		...CHAT_ID_FIELDS.filter((name) => name !== 'id').map((name) => record[name]),
		...known.chats.flatMap((chat) => CHAT_ID_FIELDS.map((name) => chat[name])).filter(isOwn),
		`${known.sendTo}@s.whatsapp.net`,
		known.sendTo,
	].filter((each): each is string => typeof each === 'string');
	const { chatParameter = '', instanceParameter = '' } = known.names;
	const needsInstance = instanceParameter in (known.chatQuery?.query ?? {});
	const instance = needsInstance ? { [instanceParameter]: String(connected(known)?.id) } : {};
	for (const afterMs of [0, 2_000, 5_000]) {
		let pause = afterMs;
		for (const chat of new Set(ids)) {
			const query = { [chatParameter]: chat, ...instance };
			const list: Answer = yield { path: '/chats/messages', query, afterMs: pause };
			pause = 0;
			const messages = listOf(list, '/chats/messages')?.records ?? [];
			const message = messages.find(
				(each) =>
					(record.id !== undefined && each.id === record.id) ||
					textsIn(each).some((part) => part.includes(text)),
			);
			if (message) return { message, chat };
		}
	}
	return undefined;
}

interface Variant {
	names: Names;
	body: Fields | undefined;
}

/** Sends bodies until one is found again as `isProved` wants it, and the service accepted no more than a few others. */
function* sendUntil(
	known: Known,
	variants: Variant[],
	text: string,
	isProved: (message: Fields) => boolean,
): Asking<{ names: Names; body: Fields; message: Fields; chat: string; answer: Answer } | string> {
	let last = 'No body was left to try.';
	let accepted = 0;
	for (const { names, body } of variants.slice(0, MAX_ATTEMPTS)) {
		if (body === undefined) continue;
		if (known.sentCount >= MAX_MESSAGES || accepted >= 3)
			return `${accepted} messages were accepted, but none was found again as it was sent. Look at your phone: each says what it tests.`;
		const answer: Answer = yield { method: 'POST', path: '/messages', body };
		if (isFinal(answer) || answer.isUnsure) return answer.reason;
		last = answer.reason;
		if (!answer.ok) continue;
		known.sentCount += 1;
		accepted += 1;
		const found = yield* find(known, text, answer);
		if (found && isProved(found.message)) return { names, body, ...found, answer };
	}
	return accepted > 0
		? 'The messages were accepted, but not found again.'
		: `The service rejected every body. ${last}`;
}

const shown = (names: Names) =>
	Object.values(names)
		.map((each) => `\`${each}\``)
		.join(' and ');

/** What the messages of a question need. */
function missing(known: Known, needsText = true): string | undefined {
	if (!known.names.chatParameter) return 'Get Messages could not be used to find messages again.';
	if (connected(known) === undefined) return 'There is no connected instance.';
	return needsText && known.sent === undefined ? 'The body of a text is not known.' : undefined;
}

/** A question about the names of further parts of a message, whose recipient is known. */
function partQuestion(
	part: Pick<Question, 'ids' | 'title' | 'does'>,
	variantsOf: (known: Known, base: Fields, text: string) => Variant[],
	isProved: (message: Fields, known: Known) => boolean,
): Question {
	return {
		...part,
		needs: 'send',
		undo,
		*ask(known) {
			const problem = missing(known);
			if (problem !== undefined) return problem;
			const { recipientField = '', phoneNumberSuffix = '' } = known.names;
			const to: [string, string] = [recipientField, `${known.sendTo}${phoneNumberSuffix}`];
			const base = bodyWith({ instanceId: connected(known)!.id }, [to])!;
			const text = `(${known.mark}-${part.ids[0]})`;
			const found = yield* sendUntil(known, variantsOf(known, base, text), text, (message) =>
				isProved(message, known),
			);
			if (typeof found === 'string') return found;
			return {
				answer: `${shown(found.names)}: the message was found again with it.`,
				names: found.names,
			};
		},
	};
}

export const messageQuestions: Question[] = [
	{
		ids: ['4.19-message-body', '4.19-phone-number', '4.19-message-response'],
		title: 'Recipient and text of a message',
		needs: 'send',
		does: `Sends texts to your own number, until one is found again in its chat: usually one, at most three`,
		undo,
		*ask(known) {
			const problem = missing(known, false);
			if (problem !== undefined) return problem;
			const instanceId = connected(known)!.id;
			const text = `(${known.mark}-text)`;
			const variants = combinations(RECIPIENT_FIELDS, TEXT_FIELDS, SUFFIXES).map((each) => {
				const [recipientField, textField, phoneNumberSuffix] = each as [string, string, string];
				const test = `This tests a text at "${textField}" to "${recipientField}"${phoneNumberSuffix && ` with "${phoneNumberSuffix}"`}. ${text}`;
				const body = bodyWith({ instanceId, type: 'text' }, [
					[recipientField, `${known.sendTo}${phoneNumberSuffix}`],
					[textField, test],
				]);
				return { names: { recipientField, textField, phoneNumberSuffix }, body };
			});
			const isText = (message: Fields) => textsIn(message).some((each) => each.includes(text));
			const found = yield* sendUntil(known, variants, text, isText);
			if (typeof found === 'string') return found;
			const { names, message, answer, body, chat } = found;
			known.sent = { id: String(message.id), body, chat };
			const { recipientField, textField, phoneNumberSuffix } = names;
			const form = phoneNumberSuffix ? `followed by \`${phoneNumberSuffix}\`` : 'alone';
			return {
				answer: `Recipient \`${recipientField}\`, its digits ${form}; text \`${textField}\`. The text was found again in its chat. Response: status ${answer.status}, ${shapeOf(answer.body)}.`,
				names,
			};
		},
	},
	partQuestion(
		{
			ids: ['4.19-message-media'],
			title: 'URL and caption of a picture',
			does: `Sends a picture (${PICTURE}) to your own number, until it is found again: usually one, at most three`,
		},
		(_known, base, text) =>
			combinations(MEDIA_URL_FIELDS, CAPTION_FIELDS).map((each) => {
				const [mediaUrlField, captionField] = each as [string, string];
				const test = `This tests a picture at "${mediaUrlField}" and its caption at "${captionField}". ${text}`;
				const parts: Array<[string, string]> = [
					[mediaUrlField, PICTURE],
					[captionField, test],
				];
				return {
					names: { mediaUrlField, captionField },
					body: bodyWith({ ...base, type: 'image' }, parts),
				};
			}),
		// A caption that comes back as the text of a message without a picture proves nothing.
		(message) =>
			textsIn(message).some((each) => each.includes('caption at')) &&
			textsIn(message).some((each) => /^https?:/.test(each)),
	),
	partQuestion(
		{
			ids: ['2.9-quoted'],
			title: 'How a message quotes another one',
			does: 'Sends a reply to the first text to your own number, until it is found again with the quote: usually one, at most three',
		},
		(known, base, text) =>
			REPLY_FIELDS.map((replyToField) => {
				const test = `This tests a reply at "${replyToField}". ${text}`;
				const parts: Array<[string, string]> = [
					[known.names.textField ?? '', test],
					[replyToField, known.sent!.id],
				];
				return { names: { replyToField }, body: bodyWith({ ...base, type: 'text' }, parts) };
			}),
		(message, known) => message.id !== known.sent!.id && textsIn(message).includes(known.sent!.id),
	),
];
