import { isObject } from '../../nodes/shared/values';
import { valueAt } from '../evidence/records';
import { chatIdFields, instanceOf, shownIn } from '../question/account';
import type { Answer, Asking, Known, Question } from '../question/question';
import { fieldsOf, listOf, shapeOf, words } from '../question/shape';
import { hasFile } from './downloads';

/** Most chats that are read to find messages with files. */
const MAX_CHATS = 25;

/** Reads chats until there are messages with video and with audio, for the questions about downloads. */
function* readMoreChats(known: Known): Asking<void> {
	const { chatQuery, names, chats, messages } = known;
	if (chatQuery === undefined) return;
	const size = names['query.pageSize'] ? { [names['query.pageSize']]: 100 } : {};
	const { 'query.chat': chatName = '', 'query.instance': instanceName = '' } = names;
	const field = chatIdFields(chats).find((name) => chatQuery.query[chatName] === chatQuery.chat[name]);
	for (const chat of chats.slice(0, MAX_CHATS)) {
		if (hasFile(known, 'video') && hasFile(known, 'audio')) return;
		const id = chat[field ?? 'id'];
		if (typeof id !== 'string') continue;
		const query: Record<string, string | number> = {
			...chatQuery.query,
			...size,
			[chatName]: id,
		};
		const instance = instanceOf(known, chat);
		if (instanceName in query && instance !== undefined) query[instanceName] = instance;
		const answer: Answer = yield { path: '/chats/messages', query };
		const read = listOf(answer, '/chats/messages')?.records ?? [];
		messages.push(...read.filter((each) => !messages.some(({ id: one }) => one === each.id)));
	}
}

export const chatQuestions: Question[] = [
	{
		ids: ['2.9-type', '2.9-status', '2.9-content', '2.9-timestamp', '2.9-address', '3-message-status'],
		title: 'Fields of a message, its types, statuses, contents, time and address',
		*ask(known) {
			yield* readMoreChats(known);
			const { messages, facts } = known;
			if (messages.length === 0) return known.chatsProblem ?? 'No messages were read.';
			const [typePath = 'type'] = shownIn(known).get('type') ?? [];
			const stamps = messages.map(({ timestamp }) => Number(timestamp));
			const isIn = (low: number, high: number) => stamps.every((at) => at >= low && at < high);
			const unit = isIn(1e8, 1e11) ? 'seconds' : isIn(1e11, 1e14) ? 'milliseconds' : undefined;
			facts.timestampUnit = unit;
			const contents = messages.map(({ content }) => content).filter(isObject);
			const usual = /^(@(g\.us|s\.whatsapp\.net|c\.us|lid|broadcast|newsletter))$/;
			const domains = messages.map(({ remoteJid }) => {
				const domain = /@.*$/.exec(String(remoteJid))?.[0];
				return domain === undefined ? 'no domain' : usual.test(domain) ? domain : 'another domain';
			});
			return {
				answer: [
					`Of ${messages.length} messages:`,
					`- Fields ${fieldsOf(messages)}`,
					`- Types: ${words(messages.map((each) => valueAt(each, typePath)))}`,
					`- Statuses: ${words(messages.map(({ status }) => status))}`,
					`- Fields of \`content\`, ${fieldsOf(contents)}`,
					`- \`timestamp\` is ${unit ? `in ${unit} since 1970` : 'not a plausible time'}`,
					`- Addresses end with: ${[...new Set(domains)].join(', ')}`,
				].join('\n'),
			};
		},
	},
	{
		ids: ['4.13-response'],
		title: 'Response of Archive',
		needs: 'write',
		does: 'Unarchives a chat that is not archived, which changes nothing',
		undo: 'not necessary',
		*ask(known) {
			const instances = known.instances.filter(({ status }) => status === 'connected');
			const chat = known.chats.find(
				({ archived, isArchived, instanceId }) =>
					(archived ?? isArchived) === false && instances.some(({ id }) => id === instanceId),
			);
			if (chat === undefined)
				return known.chatsProblem ?? 'No chat of a connected instance says that it is not archived.';
			const field = chatIdFields([chat])[0] ?? 'id';
			const body = { instanceId: chat.instanceId, chatId: chat[field], archive: false };
			const answer: Answer = yield { method: 'POST', path: '/chats/archive', body };
			if (!answer.ok) return answer.reason;
			known.facts.confirmation = { status: answer.status, shape: shapeOf(answer.body) };
			return { answer: `Status ${answer.status}, body: ${shapeOf(answer.body)}.` };
		},
	},
];
