import { inEnglish } from '../shared/inEnglish';
import { isGiven } from '../shared/looseValues';
import { isObject } from '../shared/values';
import { type Content, STRUCTURED } from './fields/content';
import { type Said, valuesOf } from './fields/fields';
import type { People } from './people/people';

/** What an event is. `unknown`: nothing is recognized, so nobody must be able to answer it by mistake. */
export type Kind = 'message' | 'ownMessage' | 'reaction' | 'status' | 'connection' | 'other' | 'unknown';

/** No name of an event is longer. */
const MAX_NAME = 60;

/** Returns a word without case and signs; empty for anything else. */
export const plainWord = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number'
		? inEnglish(String(value).slice(0, MAX_NAME))
				.toLowerCase()
				.replace(/[^a-z0-9]/g, '')
		: '';

/** What services tell about that is no message, and what happens to it. */
const SUBJECTS =
	'group|community|communities|contact|chat|conversation|pushname|picture|avatar|profile|block|newsletter|user|ticket|settings?';
const CHANGES =
	'set$|upsert|updat|creat|delet|remov|add|join|leave|left|promot|demot|clear|archiv|read|pin|mut|chang|assign|associat|list$|load(ed)?$|get$|fetch|clos|open$|opened|resolv|(?<!s)end|inactiv|invit|request|sync|import|info|state|mark|typ';

/**
 * What the names of events say. A name may say several things: `messages.update`, `message.reaction`. What was done to
 * a message, other than that it came, is a status: no list has all such verbs.
 */
const SAYS = {
	message: /message|msg|mensage/,
	/** Never a message that somebody wrote now, whatever it contains: a chat has its last message in it. */
	noMessage: new RegExp(
		`presence|typing|composing|particip|label|^append$|history|messagesset|sync|backfill|bootstrap|^(star|draft|payment|lead|invoice|note|campaign|order)|template.*(status|updat|qualit|categor)|^(on|new|incoming|outgoing|missed|video|voice|voip|group)*calls?|^get(chats|contacts)|^all(chats|contacts)|^(?!(chat|wachat|wagroup)$)(on|new|wa)?(${SUBJECTS})s?(v?(${CHANGES})|.*(${CHANGES})|$)`,
	),
	status:
		/ack$|^ack|receipt|status(es)?$|status(message|msg)s?$|(message|msg).*confirm|messages?(state|update|read|deliver|seen|fail|pin|unpin|star|unstar)|(message|msg)s?.*(archiv|expir|recall|remov|schedul|draft|chang|modif|cancel|resent$|(?<!al)ready$|error|(?<!receiv|transcrib|creat|add|insert|post|arriv|upsert|sav|stor|record|register|ingest|process|captur|publish|repli|mention|forward|rout|e)ed$|(?<!priv|cheg|lleg|ped|process|cadastr|registr|grav|armazen|captur|encaminh|d)[ai][dt][oa]s?$)|^(read|seen|consumed)$|^deliver(y|ed|$)|^statuses/,
	deleted: /revok|(message|msg)s?.*delet|delet.*(message|msg)|unsen[dt]/,
	reaction: /reaction/,
	edited: /(message|msg)s?.*edit|edit.*(message|msg)|^edit(ed)?$/,
	poll_vote: /^pollvote|^vote$|pollresult/,
	connection:
		/connect|^ready$|^(on)?statechange|^qr|qr(code|ready)|pair|log(ged)?(in|out)|session|instance|authent|online|offline|statusfind|(account|line|device|phone|number).*status|status.*account/,
	test: /^test|(?<!la|con|pro)test$|^ping$/,
	other:
		/user|device|channel|account|conversation|chat|profile|settings|system|notification|referral|order|limit|quota|follow|subscri/,
	group:
		/^(on)?(wa)?groups?(message|msg|chat|text)(?!.*invit)|(message|msg|chat|text)s?(in|from|of)?groups?(received|in|out)?$|^wagroup$/,
	/** What happened to a message, if there is none in the event. */
	late: /(?<!re|pre|con|ab)sent$|(delivered|(?<!th|un|sp|al)read|failed|seen|played)$/,
	own: /(^|reply|campaign|template)sent$|auto(matic)?reply|(agent|operator|admin)s?repl|replyautomatic|dispatch|outgo|outbound|echo|self|(send|sent)(message|msg)|(message|msg)s?(sent|out|bot$|agent$)|to(client|customer|contact)$|^outbox/,
	received: /incom|inbound|inbox|receiv|from(client|customer|contact)|(message|msg)in(new|bound|coming)?$/,
};
/** `messages-group.received` is about messages; `message_template_update` and a history are not. */
const NO_MESSAGE_EITHER = /template.*(status|updat|qualit|categor)|history|messagesset|sync|backfill|bootstrap/;

export type Says = Record<keyof typeof SAYS, boolean>;

/** Returns what the names of an event say. */
export function saidByNames(names: string[]): Says {
	const plain = names.map((name) =>
		plainWord(name.replace(STRUCTURED, '$1')).replace(/callback|webhook|whatsapp|\d/g, ''),
	);
	const isSaid = (meaning: keyof Says) => {
		const saying = plain.filter((name) => SAYS[meaning].test(name));
		if (meaning === 'status') return saying.some((name) => !SAYS.received.test(name));
		if (meaning !== 'noMessage') return saying.length > 0;
		return saying.some((name) => !SAYS.message.test(name) || NO_MESSAGE_EITHER.test(name));
	};
	return Object.fromEntries(Object.keys(SAYS).map((each) => [each, isSaid(each as keyof Says)])) as Says;
}

/** The states of an account, where there is no message. */
const STATE =
	/^(open|close|(dis)?connect(ed|ing|ion)?|(un|not)?(authori[sz]ed|authenticated|paired|logged)|(is)?logged(in|out)?|online|offline|working|start(ing|ed)|stopped|(scan)?qr(code)?|inchat|pairing|ready)$/;
/** What happens to an own message after it was sent: the message itself came before. */
const LATE = /^((un)?delivered(to\w+)?|read|consumed|played|failed|seen|viewed|(delivery|read|played)ack|error)$/;
const SENT = /^(sent|pending|queued|accepted|submitted|sending|scheduled|serverack)$/;
const SYSTEM =
	/notification|call(log)?$|^call(?!back|to)|disappearing(mode|setting|timer)|^(system|gp2|protocol|ciphertext|group|service|activity|template|debug)$/;

export const isLate = (word: string): boolean => LATE.test(word);
export const isSent = (word: string): boolean => SENT.test(word);

/** What was found of an event. */
export interface Signs extends People {
	says: Says;
	own: Said;
	content: Content;
	/** The values of type fields. */
	typeWords: unknown[];
	/** The status as a plain word; empty if there is none. */
	word: string;
	isAcknowledged: boolean;
	messageId: unknown;
}

/** Tells what an event is; the first line that fits counts. */
const DECISIONS: Array<[Kind, (signs: Signs) => boolean]> = [
	['other', ({ says }) => says.noMessage],
	['other', isChatEntry],
	['status', ({ content }) => content.type === 'deleted' || content.type === 'edited'],
	['reaction', ({ content }) => content.type === 'reaction'],
	// What names itself a status is none that somebody wrote, though the message may be in it.
	['status', (signs) => signs.says.status && !isConnection(signs)],
	['status', (signs) => isWritten(signs) && isLate(signs.word) && signs.direction !== false],
	['status', (signs) => isWritten(signs) && signs.isAcknowledged && signs.direction === undefined],
	['ownMessage', (signs) => isWritten(signs) && signs.isOwn === true],
	['message', (signs) => isWritten(signs) && signs.isOwn === false && signs.chat !== undefined],
	['other', ({ says, chat }) => says.test && chat === undefined],
	['unknown', isWritten],
	['connection', isConnection],
	['status', ({ word, messageId }) => isLate(word) && messageId !== undefined],
	['other', (signs) => isNotice(signs)],
	['status', ({ own, messageId, word }) => own.update !== undefined || (messageId !== undefined && word !== '')],
	['status', ({ says }) => says.late],
	['other', ({ says, isOwn }) => says.other || isOwn === true],
	['other', (signs) => isAboutOthers(signs)],
	['unknown', () => true],
];

/** An entry of a list of chats, with its last message. */
function isChatEntry({ says, own, messageId }: Signs): boolean {
	return own.unread !== undefined && messageId === undefined && !(says.message && own.from !== undefined);
}

export const kindOf = (signs: Signs): Kind => DECISIONS.find(([, fits]) => fits(signs))?.[0] ?? 'unknown';

/** Whether there is something to read, which may also be in a file elsewhere, and which is no news of the service. */
function isWritten(signs: Signs): boolean {
	const { content, word, typeWords, isOwn } = signs;
	const isContent = content.found === 'content' || (content.found === 'word' && !isLate(word) && !isSent(word));
	return isContent && !typeWords.some(isNoticeWord) && (isOwn !== undefined || !isConnection(signs));
}

/** Whether the event is about the account: by its name, or by a state that only an account has. */
function isConnection({ says, own, word }: Signs): boolean {
	const isState = own.pairing !== undefined || STATE.test(word);
	return (says.connection || isState) && !says.message;
}

/** A word for a type that stands for a notice of the service in a chat. */
const isNoticeWord = (word: unknown) => SYSTEM.test(plainWord(word));

/** Whether an event has what only calls, chats, groups, labels and presences have. */
const isNotice = ({ own, typeWords }: Signs) => typeWords.some(isNoticeWord) || valuesOf(own, 'notice').some(isGiven);

/** Whether there is somebody or a chat, and nothing of a message: the event is about them. */
const isAboutOthers = ({ own, messageId, isOwn }: Signs) =>
	messageId === undefined && isOwn === undefined && valuesOf(own, 'about').some(isObject);
