import { isGiven } from '../shared/looseValues';
import { isObject } from '../shared/values';
import { plainWord, type Says } from './eventNames';
import type { Content } from './fields/content';
import { type Said, valuesOf } from './fields/fields';
import type { People } from './people/people';

/** What an event is. `unknown`: nothing is recognized, so nobody must be able to answer it by mistake. */
export type Kind = 'message' | 'ownMessage' | 'reaction' | 'status' | 'connection' | 'other' | 'unknown';

/** Kinds that have an address: a message that somebody wrote, and what a user chose by name. */
export const ADDRESSED: Kind[] = ['message', 'ownMessage', 'reaction', 'status'];

/** The states of an account, where there is no message. */
const STATE =
	/^(open|close|(dis)?connect(ed|ing|ion)?|(un|not)?(authori[sz]ed|authenticated|paired|logged)|(is)?logged(in|out)?|online|offline|working|start(ing|ed)|stopped|(scan)?qr\w*|inchat|pairing|ready)$/;
/** What happens to an own message after it was sent: the message itself came before. */
export const LATE =
	/^((un)?delivered(to\w+)?|read|consumed|played|failed|seen|viewed|rejected|cancell?ed|expired|undeliver(ed|able)|(delivery|read|played)ack|error)$/;
export const SENT = /^(sent|pending|queued|accepted|submitted|sending|scheduled|draft|serverack)$/;
const SYSTEM =
	/notification|call(log)?$|^call(?!back|to)|disappearing(mode|setting|timer)|^(system|gp2|protocol|ciphertext|group|service|activity|template|debug)$/;

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
	['other', (signs) => isChatEntry(signs)],
	['status', ({ content }) => content.type === 'deleted' || content.type === 'edited'],
	['reaction', ({ content }) => content.type === 'reaction'],
	// What names itself a status is none that somebody wrote, though the message may be in it.
	['status', (signs) => signs.says.status && !isConnection(signs)],
	['status', (signs) => isWritten(signs) && LATE.test(signs.word) && signs.direction !== false],
	['status', (signs) => isWritten(signs) && (signs.isAcknowledged || signs.says.late) && signs.direction === undefined],
	['ownMessage', (signs) => isWritten(signs) && signs.isOwn === true],
	['message', (signs) => isWritten(signs) && signs.isOwn === false && signs.chat !== undefined && !signs.says.foreign],
	['other', ({ says, chat }) => says.test && chat === undefined],
	['unknown', isWritten],
	['connection', isConnection],
	['status', ({ own, word, messageId }) => (LATE.test(word) || own.happened !== undefined) && messageId !== undefined],
	['other', (signs) => isNotice(signs)],
	['status', ({ own, messageId, word }) => own.update !== undefined || (messageId !== undefined && word !== '')],
	['status', ({ says }) => says.late],
	['other', ({ says, isOwn }) => says.other || isOwn === true],
	['other', (signs) => isAboutOthers(signs)],
];

/** An entry of a list of chats, with its last message. */
const isChatEntry = ({ says, own, messageId }: Signs) =>
	own.unread !== undefined && !(says.message && (messageId ?? own.from) !== undefined);

export const kindOf = (signs: Signs): Kind => DECISIONS.find(([, fits]) => fits(signs))?.[0] ?? 'unknown';

/** Whether there is something to read, which may also be in a file elsewhere, and which is no news of the service. */
function isWritten(signs: Signs): boolean {
	const { content, word, typeWords, isOwn } = signs;
	const isContent = content.found === 'content' || (content.found === 'word' && !LATE.test(word) && !SENT.test(word));
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
