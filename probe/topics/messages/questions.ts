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

interface Variant {
	names: Names;
	body: Fields | undefined;
	/** Text in the body that no other message has. */
	mark: string;
}

interface Sent extends Variant {
	body: Fields;
	answer: Answer;
}

interface Found extends Sent {
	message: Fields;
	chat: string;
}

/** Looks for sent messages in the chat with the user's own number, by their ID or their mark. The first one counts. */
function* find(
	known: Known,
	sent: Sent[],
	isProved: (message: Fields, mark: string) => boolean,
): Asking<Found | undefined> {
	const records = sent.map(({ answer }) => recordOf(answer.body));
	const isOwn = (id: unknown) => String(id).replace(/@.*/, '') === known.sendTo;
	const ids = [
		known.sent?.chat,
		...records.flatMap(({ id: _, ...record }) => CHAT_ID_FIELDS.map((name) => record[name])),
		...known.chats.flatMap((chat) => CHAT_ID_FIELDS.map((name) => chat[name])).filter(isOwn),
		`${known.sendTo}@s.whatsapp.net`,
		known.sendTo,
	].filter((each): each is string => typeof each === 'string');
	const { chatParameter = '', instanceParameter = '' } = known.names;
	const needsInstance = instanceParameter in (known.chatQuery?.query ?? {});
	const instance = needsInstance ? { [instanceParameter]: String(connected(known)?.id) } : {};
	for (const pauseMs of [0, 2_000, 5_000]) {
		let afterMs = pauseMs;
		for (const chat of new Set(ids)) {
			const query = { [chatParameter]: chat, ...instance };
			const list: Answer = yield { path: '/chats/messages', query, afterMs };
			afterMs = 0;
			const messages = listOf(list, '/chats/messages')?.records ?? [];
			for (const [n, each] of sent.entries()) {
				const { id } = records[n]!;
				const message = messages.find(
					(one) => (id !== undefined && one.id === id) || hasText(one, each.mark),
				);
				if (message && isProved(message, each.mark)) return { ...each, message, chat };
			}
		}
	}
	return undefined;
}

/** Sends bodies until a message is found again as `isProved` wants it, or the service has accepted three. */
function* sendUntil(
	known: Known,
	variants: Variant[],
	isProved: (message: Fields, mark: string) => boolean,
): Asking<Found | string> {
	const sent: Sent[] = [];
	let last = '';
	for (const { names, body, mark } of variants.slice(0, MAX_ATTEMPTS)) {
		if (body === undefined) continue;
		if (known.sentCount >= MAX_MESSAGES || sent.length >= 3) break;
		const answer: Answer = yield { method: 'POST', path: '/messages', body };
		if (answer.ok || answer.isUnsure) known.sentCount += 1;
		if (isFinal(answer) || answer.isUnsure) return answer.reason;
		last = answer.reason;
		if (!answer.ok) continue;
		sent.push({ names, body, mark, answer });
		// All of them: an earlier one may have taken longer.
		const found = yield* find(known, sent, isProved);
		if (found) return found;
	}
	return sent.length > 0
		? `${sent.length} messages were accepted, but none was found again as it was sent. Look at your phone: each says what it tests.`
		: `The service rejected every body. ${last}`;
}

const shown = (names: Names) =>
	Object.values(names)
		.map((each) => `\`${each}\``)
		.join(' and ');

/** Whether a value contains a text anywhere. */
const hasText = (value: unknown, text: string) =>
	textsIn(value).some((each) => each.includes(text));

const LOOK = 'Look at your phone, too: a service may keep fields that it does not send.';

/** What the messages of a question need. */
function missing(known: Known, needsText = true): string | undefined {
	if (!known.names.chatParameter) return 'Get Messages could not be used to find messages again.';
	if (connected(known) === undefined) return 'There is no connected instance.';
	return needsText && known.sent === undefined ? 'The body of a text is not known.' : undefined;
}

/** A question about the names of further parts of a message, whose recipient is known. */
function partQuestion(
	part: Pick<Question, 'ids' | 'title' | 'does'>,
	variantsOf: (known: Known, base: Fields, markOf: (n: number) => string) => Variant[],
	isProved: (message: Fields, mark: string, known: Known) => boolean,
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
			const markOf = (n: number) => `(${known.mark}-${part.ids[0]}-${n})`;
			const found = yield* sendUntil(known, variantsOf(known, base, markOf), (message, mark) =>
				isProved(message, mark, known),
			);
			if (typeof found === 'string') return found;
			return {
				answer: `${shown(found.names)}: the message was found again with it. ${LOOK}`,
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
			const variants = combinations(RECIPIENT_FIELDS, TEXT_FIELDS, SUFFIXES).map((each, n) => {
				const [recipientField, textField, phoneNumberSuffix] = each as [string, string, string];
				const mark = `(${known.mark}-text-${n})`;
				const test = `This tests a text at "${textField}" to "${recipientField}"${phoneNumberSuffix && ` with "${phoneNumberSuffix}"`}. ${mark}`;
				const body = bodyWith({ instanceId, type: 'text' }, [
					[recipientField, `${known.sendTo}${phoneNumberSuffix}`],
					[textField, test],
				]);
				return { names: { recipientField, textField, phoneNumberSuffix }, body, mark };
			});
			const found = yield* sendUntil(known, variants, hasText);
			if (typeof found === 'string') return found;
			const { names, message, answer, chat } = found;
			known.sent = { id: String(message.id), chat };
			const { recipientField, textField, phoneNumberSuffix } = names;
			const form = phoneNumberSuffix ? `followed by \`${phoneNumberSuffix}\`` : 'alone';
			return {
				answer: `Recipient \`${recipientField}\`, its digits ${form}; text \`${textField}\`. The text was found again in its chat. ${LOOK} Response: status ${answer.status}, ${shapeOf(answer.body)}.`,
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
		(_known, base, markOf) =>
			combinations(MEDIA_URL_FIELDS, CAPTION_FIELDS).map((each, n) => {
				const [mediaUrlField, captionField] = each as [string, string];
				const test = `This tests a picture at "${mediaUrlField}" and its caption at "${captionField}". ${markOf(n)}`;
				const parts: Array<[string, string]> = [
					[mediaUrlField, PICTURE],
					[captionField, test],
				];
				return {
					names: { mediaUrlField, captionField },
					body: bodyWith({ ...base, type: 'image' }, parts),
					mark: markOf(n),
				};
			}),
		(message, mark) =>
			hasText(message, mark) && textsIn(message).some((each) => /^https?:/.test(each)),
	),
	partQuestion(
		{
			ids: ['2.9-quoted'],
			title: 'How a message quotes another one',
			does: 'Sends a reply to the first text to your own number, until it is found again with the quote: usually one, at most three',
		},
		(known, base, markOf) =>
			REPLY_FIELDS.map((replyToField, n) => {
				const test = `This tests a reply at "${replyToField}". ${markOf(n)}`;
				const parts: Array<[string, string]> = [
					[known.names.textField ?? '', test],
					[replyToField, known.sent!.id],
				];
				const body = bodyWith({ ...base, type: 'text' }, parts);
				return { names: { replyToField }, body, mark: markOf(n) };
			}),
		(message, _mark, known) =>
			message.id !== known.sent!.id && textsIn(message).includes(known.sent!.id),
	),
];
