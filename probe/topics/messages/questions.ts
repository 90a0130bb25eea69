import { type Fields, isObject } from '../../../nodes/shared/plainValues';
import type { Part } from '../../evidence/learner';
import { valueAt } from '../../evidence/records';
import { type Kind, kinds } from '../../names/roles';
import { defaultName, type Names } from '../../names/fieldNames';
import { messageId, shownIn, typesIn } from '../../question/account';
import type { Asking, Finding, Known, Question } from '../../question/question';
import { shapeOf } from '../../question/shape';
import { connected } from '../lists';
import {
	askWhatIsRequired,
	commonParts,
	converse,
	isRead,
	messageLearner,
	part,
	typeChoices,
} from './conversation';
import { type Found, hasText, placesOf, type Sent, textsIn } from './found';

/** A picture that anybody may load. */
const PICTURE = 'https://www.w3.org/Icons/w3c_home.png';
/** A table whose type nothing but its MIME type tells. */
const TABLE = Buffer.from('a,b\n1,2\n').toString('base64');
const TABLE_TYPE = 'text/csv';

/** A part is sent, unless the service has shown that it says what it requires. */
const NO_NEED = -5;

const undo = 'delete the messages on your phone';
const LOOK = 'Look at your phone, too: a service may keep fields that it does not send.';

/** What the messages of a question need. */
function missing(known: Known, needsText = true): string | undefined {
	if (!known.names['query.chat']) return 'Get Messages could not be used to find messages again.';
	if (connected(known) === undefined) return 'There is no connected instance.';
	return needsText && known.sent === undefined ? 'The body of a text is not known.' : undefined;
}

const named = (names: Names) =>
	Object.entries(names)
		.map(([key, name]) => `${key} is ${name === '' ? 'not sent' : `\`${name}\``}`)
		.join(', ');

function answerOf(names: Names, likely: Names, more = ''): Finding {
	const rest = Object.keys(likely).length > 0 ? ` Accepted, but not proved: ${named(likely)}.` : '';
	return { answer: `Proved: ${named(names)}.${rest} ${LOOK}${more}`, names, likely };
}

/** The type with which a default needs no further proof. */
const typeOf = (role: 'instance' | 'type') =>
	role === 'type' ? defaultName('message.types.text') : undefined;

/** Whether a message has the type with which it was sent where other messages have theirs. */
function isShownType(known: Known, message: Fields, type?: string): boolean {
	const [path] = shownIn(known).get('type') ?? [];
	return type !== undefined && path !== undefined && valueAt(message, path) === type;
}

/** Splits names into those that are proved and those that were only accepted. */
function split(
	names: Record<string, [name: string | undefined, isProved: boolean]>,
): [Names, Names] {
	const [proved, likely]: [Names, Names] = [{}, {}];
	for (const [key, [name, isProved]] of Object.entries(names))
		if (name !== undefined) (isProved ? proved : likely)[key] = name;
	return [proved, likely];
}

/**
 * Whether a text stands where other messages have theirs: a service may keep fields that it ignores, and a text may
 * have become another part of the message.
 */
function isAtPlace(
	known: Known,
	role: 'text' | 'caption' | 'mediaUrl',
	message: Fields,
	value: string,
) {
	const shown = shownIn(known);
	const own = shown.get(role) ?? [];
	const places = own.length > 0 || role === 'mediaUrl' ? own : (shown.get('text') ?? []);
	const found = placesOf(message, value);
	return found.length > 0 && (places.length === 0 || found.some((each) => places.includes(each)));
}

/** Whether a type means a kind: the account's messages or the word itself say so. */
const meansKind = (known: Known, type: string, kind: Kind) =>
	kinds[kind].test(type) || (typesIn(known).get(kind) ?? []).includes(type);

const text: Question = {
	ids: ['4.19-message-body', '4.19-phone-number', '4.19-message-response'],
	title: 'Instance, recipient, type and text of a message',
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
	known.sent = { id: String(messageId(message, known) ?? ''), chat, paths, suffix, type };
	const common = [paths.instance, paths.recipient, paths.type].filter((each) => each !== undefined);
	if (type !== undefined) messageLearner(known).settle(type, common);
	const isProved = function* (role: 'instance' | 'type'): Asking<boolean> {
		const path = paths[role];
		if (path === undefined) return true;
		const isDefault = path === defaultName(`message.${role}`);
		// What is written nowhere is not worth a message that may arrive.
		if (isDefault && chosen[role]?.as === typeOf(role))
			return messageLearner(known).named.has(path);
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
	const more = ` Response: status ${answer.status}, ${shapeOf(answer.body)}.`;
	return answerOf(names, likely, more);
}

/** Names of the parts of a message with a file, of which those in `isProved` were found again. */
function settleFile(known: Known, { plan, message }: Found, kind: Kind, isProved: Names): Finding {
	const type = plan.chosen.type?.as;
	const isType =
		(known.facts.typeIsRead === true || isShownType(known, message, type)) &&
		type !== undefined &&
		meansKind(known, type, kind);
	const entries = Object.entries(plan.paths)
		.filter(([role]) => role in isProved)
		.map(([role, path]) => [`message.${role}`, [path, isProved[role] === 'yes']] as const);
	const [names, likely] = split({
		...Object.fromEntries(entries),
		[`message.types.${kind}`]: [type, isType],
	} as Parameters<typeof split>[0]);
	return answerOf(names, likely);
}

const picture: Question = {
	ids: ['4.19-message-media'],
	title: 'URL and caption of a picture',
	needs: 'send',
	does: `Sends a picture (${PICTURE}) to your own number, until it is found again: usually one, at most three`,
	undo,
	*ask(known) {
		const problem = missing(known);
		if (problem !== undefined) return problem;
		const found = yield* converse(known, {
			id: 'image',
			parts: [
				...commonParts(known, 'image'),
				part(known, 'mediaUrl', PICTURE),
				part(known, 'caption', '', { absentScore: NO_NEED }),
			],
			textRole: 'caption',
			sentence: ({ paths }) =>
				`This tests a picture at "${paths.mediaUrl}" and its caption at "${paths.caption}".`,
			// The service may load the picture, and give it another URL.
			isProved: (message, { mark, plan }) =>
				isAtPlace(known, 'mediaUrl', message, '://') &&
				(plan.paths.caption === undefined || isAtPlace(known, 'caption', message, mark)),
		});
		if (typeof found === 'string') return found;
		known.caption = found.plan.paths.caption;
		// Otherwise, the URL may have become any other part of the message.
		const learner = messageLearner(known);
		const url = found.plan.paths.mediaUrl!;
		const isKnownUrl =
			(shownIn(known).get('mediaUrl') ?? []).length > 0 ||
			learner.expects(url, 'mediaUrl') ||
			learner.isNeeded(url);
		return settleFile(known, found, 'image', {
			mediaUrl: isKnownUrl ? 'yes' : 'no',
			caption: 'yes',
		});
	},
};

const reply: Question = {
	ids: ['2.9-quoted'],
	title: 'How a message quotes another one',
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

const file: Question = {
	ids: ['4.19-message-media'],
	title: 'A file in the body of a message, its name and its MIME type',
	needs: 'send',
	does: 'Sends a small table as a document to your own number, until it is found again: usually one, at most three',
	undo,
	*ask(known) {
		const problem = missing(known);
		if (problem !== undefined) return problem;
		const fileName = `n8n-probe-${known.mark}.dat`;
		const data = [
			{ value: TABLE, as: 'base64' },
			{ value: `data:${TABLE_TYPE};base64,${TABLE}`, as: 'dataUri', score: -1 },
		];
		const parts: Part[] = [
			...commonParts(known, 'document'),
			part(known, 'mediaData', '', { choices: () => data }),
			part(known, 'fileName', fileName, { absentScore: NO_NEED, most: 10 }),
			part(known, 'mimeType', TABLE_TYPE, { absentScore: NO_NEED, most: 12 }),
			part(known, 'caption', '', { fixed: known.caption ?? '', absentScore: NO_NEED }),
		];
		// Without both, the message was found by its ID.
		const isFound = (message: Fields, { mark, plan }: Sent) =>
			hasText(message, fileName) ||
			hasText(message, mark) ||
			(plan.paths.fileName === undefined && plan.paths.caption === undefined);
		const found = yield* converse(known, {
			id: 'file',
			parts,
			textRole: 'caption',
			sentence: ({ paths }) =>
				`This tests a file at "${paths.mediaData}" and its name at "${paths.fileName}".`,
			isProved: isFound,
		});
		if (typeof found === 'string') return found;
		return settleDocument(known, found, fileName);
	},
};

function settleDocument(known: Known, found: Found, fileName: string): Finding {
	const { message, plan } = found;
	const yes = (is: boolean) => (is ? 'yes' : 'no');
	const content = Object.values(message).filter(isObject);
	const isKept = [message, ...content].some((each) =>
		textsIn(each).some((one) => /^https?:\/\//.test(one) || one.includes(TABLE)),
	);
	const echoed = plan.paths.mediaData !== undefined && valueAt(message, plan.paths.mediaData);
	const finding = settleFile(known, found, 'document', {
		mediaData: yes(isKept && !echoed),
		fileName: yes(hasText(message, fileName)),
		mimeType: yes(textsIn(message).includes(TABLE_TYPE)),
	});
	const format = plan.chosen.mediaData?.as ?? '';
	if (finding.names!['message.mediaData'] !== undefined)
		finding.names!['message.mediaDataFormat'] = format;
	return finding;
}

/** What other types of messages may be called, from the list of the service and the messages of the account. */
const types: Question = {
	ids: ['2.9-type'],
	title: 'Types of videos and of audio messages',
	needs: 'send',
	does: 'Nothing more: it compares what earlier messages showed',
	undo: 'not necessary',
	ask(known) {
		const path = known.sent?.paths.type;
		if (path === undefined) return 'The type of a text is not known.';
		const accepted = messageLearner(known).acceptedAt(path);
		const likely: Names = {};
		for (const kind of ['video', 'audio'] as const) {
			const [best] = typeChoices(known, kind, accepted)
				.filter(({ as }) => meansKind(known, as!, kind))
				.sort((one, other) => (other.score ?? 0) - (one.score ?? 0));
			const isSeen = accepted.length > 1 || typesIn(known).has(kind);
			if (best !== undefined && isSeen && best.as !== kind)
				likely[`message.types.${kind}`] = best.as!;
		}
		if (Object.keys(likely).length === 0)
			return 'Nothing shows another type than the defaults, and the probe sends no video and no audio.';
		return { answer: `Shown, but not sent by the probe: ${named(likely)}.`, likely };
	},
};

export const messageQuestions: Question[] = [text, picture, reply, file, types];
