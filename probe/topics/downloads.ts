import { type Fields, isObject } from '../../nodes/shared/values';
import { findFile } from '../../nodes/files/findFile';
import { type Answer, isFinal, type Known, learnerOf, type Question } from '../question/question';
import { idPaths, valueAt } from '../evidence/records';
import { messageId, shownIn, typesIn } from '../question/account';
import { NO_PLAN } from '../evidence/part';
import { namesFor } from '../evidence/plans';

const KINDS = { video: /video|ptv/i, audio: /audio|voice|ptt/i };

/** Returns the form of the file in a response, as the node reads it; undefined if there is none. */
function formOf({ ok, body }: Answer, baseUrl: string): string | undefined {
	if (!ok || !isObject(body)) return undefined;
	if (body.isBytes === true) return 'bytes';
	const file = findFile(body);
	if (file?.url !== undefined) return new URL(file.url).origin === new URL(baseUrl).origin ? 'url' : 'otherHost';
	if (file?.base64 === undefined) return undefined;
	return file.mimeType !== undefined && JSON.stringify(body).includes('"data:') ? 'dataUri' : 'base64';
}

const words: Record<string, string> = {
	bytes: 'the bytes of the file',
	base64: 'base64 in JSON',
	dataUri: 'a data URI in JSON',
	url: 'the URL of a file on the same host, in JSON',
	otherHost: 'the URL of a file on another host, in JSON',
};

/** The messages with a file of this kind, by the name of their type or by their content. */
function filesIn(known: Known, kind: keyof typeof KINDS): Fields[] {
	const [path = 'type'] = shownIn(known).get('type') ?? [];
	const shown = typesIn(known).get(kind) ?? [];
	return known.messages.filter((each) => {
		const type = valueAt(each, path);
		const isKind = typeof type === 'string' && (KINDS[kind].test(type) || shown.includes(type));
		return isKind && typeof messageId(each, known) === 'string';
	});
}

/** Whether one of the messages has a file of this kind. */
export const hasFile = (known: Known, kind: keyof typeof KINDS) => filesIn(known, kind).length > 0;

const download = (kind: keyof typeof KINDS, section: string): Question => ({
	ids: [`${section}-parameters`, `${section}-response`],
	title: `Parameter and response of the ${kind} download`,
	*ask(known) {
		// The newest: the service may not keep old files.
		const newest = (one: Fields, other: Fields) => Number(other.timestamp) - Number(one.timestamp);
		const [message] = filesIn(known, kind).sort(newest);
		if (message === undefined)
			return known.chatsProblem ?? `No message with ${kind} was found in the chats that were read.`;
		const path = `/downloads/${kind}`;
		const without: Answer = yield { path, isFile: true };
		if (isFinal(without)) return without.reason;
		if (formOf(without, known.baseUrl)) return 'The service returns a file without a message ID.';
		let last = without;
		const learner = learnerOf(known, `GET ${path}`);
		learner.learn(without.errorBody, NO_PLAN);
		const names = namesFor(learner, 'messageId', idPaths(known.messages.slice(0, 50)).slice(0, 2));
		for (const name of names) {
			last = yield { path, query: { [name]: String(messageId(message, known)) }, isFile: true };
			const form = formOf(last, known.baseUrl);
			if (form === undefined) continue;
			known.facts[`${kind}Download`] = form;
			return { answer: `\`${name}\` returns ${words[form]}.`, names: { 'query.messageId': name } };
		}
		return `None of the names ${names.join(', ')} returns a file. ${last.reason}`;
	},
});

export const downloadQuestions = [download('video', '4.15'), download('audio', '4.16')];
