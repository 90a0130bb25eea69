import { type Fields, isObject } from '../../nodes/shared/values';
import { type Answer, type Asking, isFinal, type Known, learnerOf, type Question } from '../question/question';
import { fieldsOf, listOf, recordOf, shapeOf, shownCode, wrapperOf } from '../question/shape';
import { NO_PLAN } from '../evidence/part';
import { namesFor } from '../evidence/plans';

/** An ID that no instance has. */
export const NO_INSTANCE = '00000000-0000-4000-8000-000000000000';

export const connected = ({ instances }: Known): Fields | undefined =>
	instances.find(({ id, status }) => status === 'connected' && typeof id === 'string');

/** An instance of which something can be read. */
const anyInstance = (known: Known) => connected(known) ?? known.instances.find(({ id }) => typeof id === 'string');

/** The first question: whether there is a service at all, and how it returns lists and records. */
export const contact: Question = {
	ids: ['4-wrapping'],
	title: 'Structure of lists and records',
	*ask(known) {
		const seen: string[] = [];
		const shapes: Record<string, string> = {};
		const note = (request: string, answer: Answer, isList = true) => {
			const { ok, body, reason } = answer;
			if (ok) shapes[request] = wrapperOf(body);
			const isLost = ok && isList && listOf(answer, request) === undefined;
			const lost = isLost ? ', in which the node finds **no list**' : '';
			seen.push(`- \`GET ${request}\`: ${ok ? shapeOf(body) : reason}${lost}`);
		};
		const instances: Answer = yield { path: '/instances', query: { limit: 100 } };
		note('/instances', instances);
		if (!instances.ok && instances.status !== 403 && isFinal(instances)) return instances.reason;
		known.instances = listOf(instances, '/instances')?.records ?? [];
		const webhooks: Answer = yield { path: '/webhooks' };
		note('/webhooks', webhooks);
		known.webhooks = listOf(webhooks, '/webhooks')?.records;
		const chats: Answer = yield* getChats(known);
		note('/chats', chats);
		const list = listOf(chats, '/chats');
		known.chats = list?.records ?? [];
		if (list === undefined)
			known.chatsProblem = `The list of chats could not be read. ${chats.ok ? `The node finds no list in ${shapeOf(chats.body)}.` : chats.reason}`;
		const isAnyList = [instances, webhooks, chats].some((each) => listOf(each, '') !== undefined);
		const id = anyInstance(known)?.id;
		if (typeof id === 'string') {
			const path = `/instances/${encodeURIComponent(id)}/status`;
			const status: Answer = yield { path };
			note('/instances/{id}/status', status, false);
			if (status.ok && 'status' in recordOf(status.body)) known.facts.records = wrapperOf(status.body);
		}
		known.facts.shapes = shapes;
		known.facts.isBareArray = Array.isArray(instances.body);
		if (!isAnyList) return `No response is a list.\n${seen.join('\n')}`;
		return { answer: `Responses:\n${seen.join('\n')}` };
	},
};

/** Some services may require an instance for the list of chats. */
function* getChats(known: Known): Asking<Answer> {
	const bare: Answer = yield { path: '/chats' };
	const instance = connected(known)?.id as string | undefined;
	if (![400, 404, 422].includes(bare.status ?? 0) || instance === undefined) return bare;
	const learner = learnerOf(known, 'GET /chats');
	learner.learn(bare.errorBody, NO_PLAN);
	for (const name of namesFor(learner, 'instance').slice(0, 6)) {
		const answer: Answer = yield { path: '/chats', query: { [name]: instance } };
		if (!listOf(answer, '/chats')?.records.length) continue;
		known.names['query.instance'] = name;
		return answer;
	}
	return bare;
}

/** A question about the names of fields inside one response. */
const inside = (id: string, title: string, path: string, name: string): Question => ({
	ids: [id],
	title,
	*ask(known) {
		const instance = connected(known)?.id;
		if (typeof instance !== 'string') return 'There is no connected instance.';
		const answer: Answer = yield { path: path.replace('{id}', encodeURIComponent(instance)) };
		if (!answer.ok) return answer.reason;
		const records = listOf(answer, path)?.records ?? [recordOf(answer.body)];
		const inner = records.map((each) => each[name]).filter(isObject);
		if (inner.length === 0) return `No record has an object \`${name}\`.`;
		return { answer: `Fields ${fieldsOf(inner)}.` };
	},
});

/** A question about an error that a harmless read provokes. */
const error = (kind: string, title: string, path: string): Question => ({
	ids: [`7-${kind}-code`, `7-${kind}-status`],
	title,
	*ask() {
		const answer: Answer = yield { path };
		if (answer.ok) return 'The service accepted the request.';
		if (isFinal(answer) || answer.status! >= 500) return answer.reason;
		return { answer: `Status ${answer.status}, code ${shownCode(answer.code)}.` };
	},
});

export const listQuestions: Question[] = [
	{
		ids: ['2.1-presence'],
		title: 'Which fields of an instance are always present',
		ask({ instances }) {
			if (instances.length === 0) return 'There is no instance.';
			return { answer: `Fields ${fieldsOf(instances)}.` };
		},
	},
	{
		ids: ['2.8-chat'],
		title: 'Fields of a chat record',
		ask({ chats, chatsProblem }) {
			if (chats.length === 0) return chatsProblem ?? 'There is no chat.';
			return { answer: `Fields ${fieldsOf(chats)}.` };
		},
	},
	inside('2.5-business', 'Keys inside `business`', '/instances/{id}/user-info', 'business'),
	inside('2.6-details', 'Keys inside `details`', '/instances/{id}/history', 'details'),
	error('missing', 'Response for a missing resource', `/instances/${NO_INSTANCE}/status`),
	error('validation', 'Response to an invalid value', '/instances?page=none'),
];
