import { joinSentences } from '../nodes/shared/values';
import type { Answer, Finding, Known, ProbeRequest, Question } from './question/question';
import type { Receiver } from './question/receiver';
import { chatQuestions } from './topics/chats';
import { downloadQuestions } from './topics/downloads';
import { eventQuestion } from './topics/messages/events';
import { instanceQuestions } from './topics/instances';
import { contact, listQuestions } from './topics/lists';
import { messageQuestions } from './topics/messages/questions';
import { parameterQuestions } from './topics/parameters';
import { rateLimitQuestions } from './topics/rateLimit';
import { webhookQuestions } from './topics/webhooks';

/** In this order: later questions use what earlier ones found. */
export const questions: Question[] = [
	contact,
	...listQuestions,
	...parameterQuestions,
	...chatQuestions,
	...downloadQuestions,
	...webhookQuestions,
	...instanceQuestions,
	...messageQuestions,
	eventQuestion,
	...rateLimitQuestions,
];

export interface Result {
	question: Question;
	finding?: Finding;
	/** Why the question is still open. */
	open?: string;
}

export interface Outcome {
	results: Result[];
	known: Known;
	/** Why nothing could be asked at all. */
	failure?: string;
}

interface Shell {
	baseUrl: string;
	/** Random text that marks what the probe creates. */
	mark: string;
	write: boolean;
	sendTo?: string;
	/** Receives deliveries, if the service can reach the probe. */
	receiver?: Receiver;
	send(request: ProbeRequest): Promise<Answer>;
	/** Asks the user before the first write of a question. */
	confirm(question: Question): Promise<boolean>;
	/** Whether the user wants to end. The current question is still asked to its end, because it may have to clean up. */
	isStopped(): boolean;
	onQuestion(question: Question): void;
}

/** Asks all questions, one after the other. */
export async function runProbe(shell: Shell): Promise<Outcome> {
	const { baseUrl, mark, sendTo, receiver } = shell;
	const known: Known = {
		instances: [],
		chats: [],
		messages: [],
		names: {},
		likely: {},
		learners: new Map(),
		facts: {},
		answers: [],
		sentCount: 0,
		remains: [],
		baseUrl,
		mark,
		sendTo,
		receiver,
	};
	const results: Result[] = [];
	for (const question of questions) {
		const open = reasonNotToAsk(question, shell);
		if (open !== undefined) results.push({ question, open });
		else results.push(await ask(question, known, shell));
		const { finding } = results.at(-1)!;
		known.names = { ...finding?.names, ...known.names };
		known.likely = { ...finding?.likely, ...known.likely };
		if (question !== contact || finding !== undefined) continue;
		return { results, known, failure: failureOf(known) };
	}
	return { results, known };
}

/** Why the probe ends after the first question: no list could be read. */
function failureOf({ answers }: Known): string {
	const failed = answers.find(({ answer }) => !answer.ok)?.answer;
	if (failed === undefined)
		return 'The service responds, but not with lists of instances, webhooks or chats. It is not the documented API.';
	return joinSentences(failed.reason, failed.advice);
}

function reasonNotToAsk({ needs }: Question, { write, sendTo, receiver, isStopped }: Shell) {
	if (isStopped()) return 'Not asked: the probe was stopped.';
	if (needs === 'delivery' && (!write || receiver === undefined))
		return 'Not asked: it needs `--write` and `--webhook-url`. Without them, listen for a test event in n8n: the trigger shows what it recognized.';
	if (needs === 'write' && !write) return 'Not asked: it needs `--write`.';
	if (needs === 'send' && sendTo === undefined) return 'Not asked: it needs `--send-to`.';
	return undefined;
}

async function ask(question: Question, known: Known, shell: Shell): Promise<Result> {
	shell.onQuestion(question);
	let isAllowed = false;
	try {
		const asked = question.ask(known);
		if (typeof asked === 'string' || !('next' in asked)) return resultOf(question, asked);
		let step = asked.next();
		while (!step.done) {
			const { value: request } = step;
			const { method = 'GET' } = request;
			if (method !== 'GET' && !(isAllowed ||= await shell.confirm(question)))
				return resultOf(question, 'Not asked: you did not allow it.');
			const answer = await shell.send(request);
			known.answers.push({ request: `${method} ${withoutIds(request.path)}`, answer });
			step = asked.next(answer);
		}
		return resultOf(question, step.value);
	} catch {
		// The error may contain values of the response.
		return resultOf(question, 'The response has a form that the probe cannot read.');
	}
}

const resultOf = (question: Question, value: Finding | string): Result =>
	typeof value === 'string' ? { question, open: value } : { question, finding: value };

/** The path with {id} instead of an ID, and without a query. */
function withoutIds(path: string): string {
	return path.replace(/\?.*/, '').replace(/^(\/(?:instances|webhooks)\/)[^/]+/, '$1{id}');
}
