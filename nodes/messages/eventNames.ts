import { inEnglish } from '../shared/inEnglish';
import { isSpecial, STRUCTURED, typeOfWord } from './fields/content';
import { type Said, valuesOf } from './fields/fields';

/** Returns the names of an event, and what they say. @param path the names of the lists and objects around a record */
export function eventIn(places: Said[], path: string[], named?: string) {
	const eventNames = named === undefined ? eventNamesOf(places, path) : [named, ...path];
	return { eventNames, says: saidByNames(eventNames, path.length) };
}

/** The names of an event from inside to outside; its `type`, unless it is a message's; then those of wrappers. */
export function eventNamesOf(places: Said[], path: string[]): string[] {
	const valuesIn = (role: 'event' | 'eventIfNone' | 'name' | 'type' | 'change' | 'subject') =>
		places.flatMap((said) => valuesOf(said, role)).filter(isName);
	const isEvent = (name: string) => typeOfWord(name) === undefined || isSpecial(name);
	// Other fields may have the name of the event, if none is called so.
	const spare = () => [
		...valuesIn('eventIfNone').filter((name) => isOfMessage(name)),
		...valuesIn('name').filter((name) => EVENT_NAME.test(name)),
	];
	const called = valuesIn('event');
	const events = (called.length > 0 ? called : spare()).filter(isEvent);
	const types = valuesIn('type').filter((name) => isEvent(name) && !/^(group|list)$/i.test(name));
	const actions = [...events, ...types, ...valuesIn('change')];
	return [...events, ...types, ...changesIn(actions, valuesIn('subject')), ...path];
}

/** The name of an event, where it is called only a name. */
const EVENT_NAME = /^(message|msg|mensage|instance|session|connection)[\w-]*[.:][\w.:-]+$/i;

/** What was changed, and how, may be in fields of their own: `{ resource: 'contact', action: 'deleted' }`. */
function changesIn(actions: string[], subjects: string[]): string[] {
	const changes = actions.filter((name) => CHANGE.test(plainWord(name)));
	const ofMessage = subjects.filter(isOfMessage);
	const changed = [...actions, ...ofMessage].some(isOfMessage) ? ['message'] : subjects;
	return [...ofMessage, ...changed.flatMap((subject) => changes.map((change) => `${subject}.${change}`))];
}

/** A word for a change of what another name says, or of what the event contains. */
const CHANGE =
	/^(created?|insert(ed)?|added?|upsert(ed)?|updated?|modif(y|ied)|changed?|edit(ed)?|deleted?|removed?|alter(ed)?)$/;

const isOfMessage = (name: string): boolean => /message|msg/.test(plainWord(name));

const isName = (value: unknown): value is string => typeof value === 'string' && !/^\/|\/.*\//.test(value);

/** Returns a word without case and signs; empty for anything else. No name of an event is longer than 60 characters. */
export const plainWord = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number'
		? inEnglish(String(value).slice(0, 60))
				.toLowerCase()
				.replace(/[^a-z0-9]/g, '')
		: '';

/** What services tell about that is no message, and what happens to it. */
const SUBJECTS =
	'group|community|communities|contact|chat|conversation|pushname|picture|avatar|profile|block|newsletter|user|ticket|settings?';
const CHANGES =
	'set$|upsert|updat|creat|delet|remov|add|join|leave|left|promot|demot|clear|archiv|read|pin|mut|chang|assign|associat|list$|load(ed)?$|get$|fetch|clos|open$|opened|resolv|(?<!s)end|inactiv|invit|request|sync|import|info|state|mark|typ|photo|pictur|rated$';

/** What the names of events say. A name may say several things: `messages.update`, `message.reaction`. */
const SAYS = {
	message: /message|msg|mensage/,
	/** Never a message that somebody wrote now, whatever it contains: a chat has its last message in it. */
	noMessage: new RegExp(
		`presence|typing|composing|particip|label|^append$|history|messagesset|sync|backfill|bootstrap|^(star|draft|payment|lead|invoice|note|comment|campaign|order)|template.*(status|updat|qualit|categor|review|approv|reject|paus)|^templateevent|qualit|^billing|opt(ed)?(in|out)|propertychange|noted$|csat|survey|^(on|new|incoming|outgoing|missed|video|voice|voip|group)*calls?|^get(chats|contacts)|^all(chats|contacts)|^(?!(chat|wachat|wagroup)$)(on|new|wa)?(${SUBJECTS})s?(v?(${CHANGES})|.*(${CHANGES})|$)`,
	),
	status:
		/(?<!b)ack$|^ack|receipt|status(es)?$|status(message|msg)s?$|(message|msg).*confirm|messages?(state|update|read|deliver|seen|fail|pin|unpin|star|unstar)|(seen|deliver(ed|y)?)(message|msg)s?$|(message|msg)s?.*(archiv|expir|recall|remov|schedul|draft|chang|modif|cancel|resent$|(?<!al)ready$|error)|^(read|seen|consumed)$|^deliver(ed|$|y.)|^statuses/,
	deleted: /^deleted?$|revok|(message|msg)s?.*delet|delet.*(message|msg)|unsen[dt]/,
	reaction: /reaction/,
	edited: /(message|msg)s?.*edit|edit.*(message|msg)|^edit(ed)?$/,
	poll_vote: /^pollvote|^vote$|pollresult/,
	connection:
		/connect|^ready$|^(on)?statechange|^qr|qr(code|ready)|pair|log(ged)?(in|out)|session|instance|authent|online|offline|statusfind|(account|line|device|phone|number).*status|status.*account/,
	test: /^test|(?<!la|con|pro)test$|^ping$/,
	other:
		/user|device|channel|account|conversation|chat|profile|settings|system|referral|order|limit|quota|follow|subscri|deny|typing|optin|template|locked|undecrypt|ban$/,
	group:
		/^(on)?(wa)?groups?(message|msg|chat|text)(?!.*invit)|(message|msg|chat|text)s?(in|from|of)?groups?(received|in|out)?$|^wagroup$/,
	/** What happened to a message, if there is none in the event. */
	late: /(?<!re|pre|con|ab)sent$|^delivery$|(delivered|(?<!th|un|sp|al)read|failed|seen|played|queued)$/,
	own: /(^|reply|campaign|template)sent$|^(oa|page|shop|agent|bot|operator|business|admin)(send|sent)|(agent|bot|operator|attendant|assistant|admin|^ai)s?(message|msg|respon|repl)|(system|welcome|away|campaign|broadcast)s?(message|msg)|(reply|response)(agent|bot|operator)$|messagefromme|auto(matic)?reply|replyautomatic|dispatch|outgo|outbound|echo|self|(send|sent)(message|msg)|(message|msg)s?(sent|out|bot$|agent$)|to(client|customer|contact)$|^outbox/,
	received: /incom|inbound|inbox|receiv|from(client|customer|contact)|(message|msg)in(new|bound|coming)?$/,
};
/** `messages-group.received` is about messages; `message_template_update` and a history are not. */
const NO_MESSAGE_EITHER = /template.*(status|updat|qualit|categor)|history|messagesset|sync|backfill|bootstrap/;

/** What the name of an event that brings a message may consist of: what it brings, from whom, and that it came. */
const COMING = `
	message msg sms mms chat conversation talk thread feed event notification hook callback trigger data raw content body
	text caption type link media image photo video audio voice document file sticker location contact order product poll
	vote button list repl reaction interactive interaction template respons context info
	customer client consumer lead visitor user person sender bot ai friend group member private privad direct
	channel account device instance session business company platform phone mobile app web wa whats
	new nov any all live next in on off from by of to for with the and or un
	inbound inbox arriv receiv creat insert add upsert post publish ingest process captur record registr register sav
	stor rout notif decrypt download transcrib assign mention forward cheg lleg pedid encaminh armazen grav cadastr
	com api integration internal domain messag result attach echo page update send complet test detail v`;
/** A word may have an ending, also in Portuguese and Spanish. */
const ENDING = '(?:e|d|ed|er|es|i|ie|ied|ies|r|s|y|ing|[ai]d[oa]s?|[oa]s?)?';
const COMES = new RegExp(`^(?:(?:${COMING.trim().split(/\s+/).join('|')})${ENDING})*$`);

/** A company may stand before the name of its event. */
const COMPANY =
	/^(com\.)?(?!\w*(draft|schedul|task|ticket|note|lead|bot|agent|system|campaign|template|suggest|intern|test|spam|queue|pend|fail|old|remind))[\w-]+[.:](?=[\w-]+[.:])/i;

export type Says = Record<keyof typeof SAYS | 'foreign', boolean>;

/** Returns what the names of an event say. @param inPath how many at the end are names of lists and wrappers */
function saidByNames(names: string[], inPath: number): Says {
	const plain = names.map((name) =>
		plainWord(name.replace(STRUCTURED, '$1')).replace(/callback|webhook|whatsapp|\d/g, ''),
	);
	const isSaid = (meaning: keyof typeof SAYS) => {
		const saying = plain.filter((name) => SAYS[meaning].test(name) || (meaning === 'status' && isDone(name)));
		if (meaning === 'status') return saying.some((name) => !SAYS.received.test(name));
		if (meaning !== 'noMessage') return saying.length > 0;
		return saying.some((name) => !SAYS.message.test(name) || NO_MESSAGE_EITHER.test(name));
	};
	const says = Object.keys(SAYS).map((each) => [each, isSaid(each as keyof typeof SAYS)]);
	const foreign = names.slice(0, names.length - inPath).some(isForeign);
	return { ...(Object.fromEntries(says) as Says), foreign };
}

/** Whether the name of an event says more than that a message came, e.g. `message.suggestion`, `reminder`. */
const isForeign = (name: string): boolean =>
	!name.includes('/') && !COMES.test(plainWord(name.replace(COMPANY, '')).replace(/\d/g, ''));

/** Whether a name says what was done to a message, by a participle. */
const isDone = (plain: string) => SAYS.message.test(plain) && /(ed|[ai][dt][oa]s?)$/.test(plain) && isForeign(plain);
