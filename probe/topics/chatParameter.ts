import type { Fields } from '../../nodes/shared/values';
import { NO_PLAN, type Part } from '../evidence/part';
import { nextPlan } from '../evidence/plans';
import { chatIdFields, instanceOf, namesIn } from '../question/account';
import { type Answer, type Asking, isFinal, type Known, learnerOf } from '../question/question';
import { isNothing, listOf, overlaps, shapeOf } from '../question/shape';
import { connected } from './lists';

export const MESSAGES = '/chats/messages';
/** Most combinations of names that are tried. */
const MAX_ATTEMPTS = 60;
/** An ID that no chat has. */
const NO_CHAT = '10000000@s.whatsapp.net';

type ChatQuery = NonNullable<Known['chatQuery']> & { messages: Fields[]; answer: Answer };

/**
 * Reads chats with these names, until two return messages and one of them has a second page.
 *
 * @returns those with messages; or why the names do not work
 */
function* readChats(
	known: Known,
	[parameter, field, instanceName]: readonly [string, string, string],
): Asking<ChatQuery[] | Answer | 'ignored'> {
	const found: ChatQuery[] = [];
	for (const chat of known.chats.filter((each) => typeof each[field] === 'string').slice(0, 8)) {
		const query: Record<string, string> = { [parameter]: String(chat[field]) };
		if (instanceName !== '') query[instanceName] = instanceOf(known, chat) ?? String(connected(known)?.id);
		const answer: Answer = yield { path: MESSAGES, query };
		const messages = listOf(answer, MESSAGES)?.records;
		if (messages === undefined) return answer;
		if (found.some((each) => overlaps(each.messages, messages))) return 'ignored';
		if (messages.length > 0) found.push({ query, chat, count: messages.length, messages, answer });
		if (found.length > 1 && (found.length > 3 || found.some(({ count }) => count > 1))) break;
	}
	if (found.length !== 1) return found;
	// One chat alone could be the service's choice.
	const query = { ...found[0]!.query, [parameter]: NO_CHAT };
	const other: Answer = yield { path: MESSAGES, query };
	return isNothing(other, MESSAGES) ? found : 'ignored';
}

/** Whether the messages of a chat can only be read with their instance. */
function* needsInstance({ query }: ChatQuery, name: string): Asking<boolean> {
	if (name === '') return false;
	const { [name]: _, ...rest } = query;
	const without: Answer = yield { path: MESSAGES, query: rest };
	return isNothing(without, MESSAGES);
}

/**
 * Finds the parameter for the chat: two chats return different messages, or a chat that does not exist returns none. A
 * service that ignores the parameter returns the same ones.
 */
export function* findChatParameter(known: Known): Asking {
	const fields = chatIdFields(known.chats);
	const learner = learnerOf(known, `GET ${MESSAGES}`);
	const bare: Answer = yield { path: MESSAGES };
	if (isFinal(bare)) return bare.reason;
	learner.learn(bare.errorBody, NO_PLAN);
	const instance = connected(known)?.id;
	const parts: Part[] = [
		{
			role: 'chat',
			choices: () => fields.map((as, rank) => ({ value: '', as, score: -rank / 5 })),
			shown: [...fields, ...namesIn(known, known.chats, 'recipient')].slice(0, 3),
			most: 20,
		},
		{
			role: 'instance',
			choices: () => [{ value: instance }],
			shown: namesIn(known, known.chats, 'instance'),
			absentScore: 18,
		},
	];
	let last = 'The chats have no messages.';
	const tried = new Set<string>();
	for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
		const plan = nextPlan(learner, parts);
		if (plan === undefined) break;
		const { chat: parameter = '', instance: instanceName = '' } = plan.paths;
		const field = plan.chosen.chat?.as ?? '';
		tried.add(parameter);
		const chats = yield* readChats(known, [parameter, field, instanceName]);
		if (chats === 'ignored') last = 'The service ignores a name that the probe tried.';
		else if (!Array.isArray(chats)) {
			if (isFinal(chats)) return chats.reason;
			last = chats.reason || 'The response is not a list.';
			learner.learn(chats.errorBody, plan);
		} else if (chats.length > 0) {
			const [longest] = chats.sort((one, other) => other.count - one.count);
			const { answer } = longest!;
			const isNeeded = yield* needsInstance(longest!, instanceName);
			if (!isNeeded) delete longest!.query[instanceName];
			known.chatQuery = longest;
			known.messages = chats.flatMap(({ messages }) => messages);
			known.facts.messageShape = shapeOf(answer.body);
			const proof =
				chats.length > 1 ? 'two chats returned different messages' : 'a chat that does not exist returned none';
			const required = !isNeeded ? '' : `, with the instance as \`${instanceName}\``;
			return {
				answer: `\`${parameter}\`${required}: ${proof}. The value is the chat's \`${field}\`. Response: ${shapeOf(answer.body)}.`,
				names: {
					'query.chat': parameter,
					...(!isNeeded ? {} : { 'query.instance': instanceName }),
				},
			};
		}
	}
	return `None of the names ${[...tried].join(', ')} selects a chat. ${last}`;
}
