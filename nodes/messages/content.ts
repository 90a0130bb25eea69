import { type Fields, isObject } from '../shared/values';
import { first, nameOf, plainName, type Said, saidBy } from './fields';
import { TYPES } from './names';

const FILES = ['image', 'video', 'audio', 'document', 'sticker'];
/** What happened to another message; such a word counts before the content that comes with it. */
const SPECIAL = ['deleted', 'reaction', 'edited'];
const TAPS = ['list_reply', 'button_reply'];
const ORDER = new Map(Object.keys(TYPES).map((type, order) => [type, order]));

/** Returns the type that a word of a service stands for, or a MIME type. */
export function typeOfWord(word: unknown): string | undefined {
	if (typeof word !== 'string') return undefined;
	if (!word.includes('/')) return nameOf(word.trim()).type;
	const [kind = ''] = word.trim().split('/');
	return FILES.find((each) => each === kind) ?? (kind === 'application' ? 'document' : undefined);
}

export interface Content {
	type?: string;
	/** What is under the name of the type. */
	value?: unknown;
	/** Nothing: neither content nor a word for a type. Word: the file may be elsewhere, or the event be about it. */
	found: 'nothing' | 'word' | 'content';
}

/** Tells what a message contains. @param typeWords the values of its type fields @param forced by the event's name */
export function contentOf(own: Said[], typeWords: unknown[], forced: string | undefined): Content {
	let structural: Said | undefined;
	const order = ({ type }: Said) => ORDER.get(type ?? '') ?? ORDER.size;
	for (const said of own) {
		if (said.role !== 'content') continue;
		const difference = structural === undefined ? -1 : order(said) - order(structural) || said.rank - structural.rank;
		if (difference < 0) structural = said;
	}
	const word = typeWords.map(typeOfWord).find((type) => type !== undefined && type !== 'text');
	const special = [forced, structural?.type, word].find((type) => SPECIAL.includes(type ?? ''));
	const named = structural?.type === 'text' ? undefined : structural?.type;
	const mime = first([own], 'mime', typeOfWord);
	const known = special ?? word ?? forced ?? named ?? mime;
	const isFile = mime !== undefined || first([own], 'file', isGiven);
	const hasContent = structural !== undefined || isFile || first([own], 'text', isWritten);
	const found = hasContent ? 'content' : word === undefined ? 'nothing' : 'word';
	const type = known ?? (first([own], 'text', isWritten) ? 'text' : structural?.type);
	return { type, value: valueOf(own, type), found };
}

const isGiven = () => true as const;
const isWritten = (value: unknown) => (isText(value) || isData(value) ? true : undefined);

function valueOf(own: Said[], type: string | undefined): unknown {
	let best: Said | undefined;
	for (const said of own)
		if (said.role === 'content' && said.type === type && (best === undefined || said.rank < best.rank)) best = said;
	return best?.value;
}

/** Returns what a person wrote or chose: of a reaction nothing, of a deletion neither. */
export function textOf(own: Said[], { type, value }: Content): string | undefined {
	if (type === 'deleted' || type === 'reaction') return undefined;
	if (type === 'poll_vote') return votesIn(value);
	const inside = isObject(value) ? saidBy(value, false, 'content') : own;
	if (type === 'poll') return textUnder(value, ['name', 'question', 'title']) ?? plainText(own, false);
	if (TAPS.includes(type ?? '')) return choiceIn(value, inside, own);
	const isFile = FILES.includes(type ?? '');
	return (type === 'edited' ? plainText(inside, true) : undefined) ?? plainText(own, isFile);
}

/** The emoji of a reaction: anything but the ID of the message that has it. */
export function reactionOf(own: Said[], { value }: Content): string | undefined {
	const given = isObject(value) ? ['text', 'emoji', 'value', 'reaction'].map((name) => fieldOf(value, name)) : [value];
	const texts = [...given, first([own], 'emoji', (emoji) => emoji), plainText(own, false)];
	return texts.find((each): each is string => typeof each === 'string' && each !== '' && !/^[\w=.:@-]{2,}$/.test(each));
}

/** Returns the text of a message: of a file its caption first; the nearest one otherwise. */
function plainText(own: Said[], isFile: boolean): string | undefined {
	const textIn = (value: unknown) => (isText(value) && !(isFile && isPlace(String(value))) ? String(value) : undefined);
	// Near before far, whatever the name.
	const nearest = nearestText(own, textIn);
	const caption = first([own], 'caption', textIn);
	return isFile ? (caption ?? nearest) : (nearest ?? caption);
}

function nearestText(own: Said[], textIn: (value: unknown) => string | undefined): string | undefined {
	const texts = own.filter(({ role, value }) => role === 'text' && textIn(value) !== undefined);
	const [nearest] = texts.sort((one, other) => (one.rank % 4096) - (other.rank % 4096) || one.rank - other.rank);
	return nearest && textIn(nearest.value);
}

const CHOICES = [
	'selecteddisplaytext',
	'selectedbuttontext',
	'displaytext',
	'selectedtitle',
	'message',
	'title',
	'text',
];
const CHOICE_IDS = [
	'selectedbuttonid',
	'selectedrowid',
	'singleselectreply',
	'selectedid',
	'buttonid',
	'payload',
	'data',
	'id',
];

/** The title of what a person tapped, else its ID. */
function choiceIn(tapped: unknown, inside: Said[], own: Said[]): string | undefined {
	const text = (value: unknown) => (isText(value) ? String(value) : undefined);
	const title = textUnder(tapped, CHOICES) ?? first([own], 'choice', text);
	const written = title ?? plainText(inside, false) ?? plainText(own, false);
	return written ?? textUnder(tapped, CHOICE_IDS) ?? first([own], 'choiceId', text);
}

/** What a tap may be in, below its name. */
const TAPPED = /^(response|singleselectreply|reply|selected\w*|row|button)$/;

function textUnder(value: unknown, names: string[], depth = 0): string | undefined {
	if (!isObject(value) || depth > 2) return undefined;
	for (const name of names) {
		const given = fieldOf(value, name);
		if (isText(given)) return String(given);
	}
	for (const name of Object.keys(value)) {
		const text = TAPPED.test(plainName(name)) ? textUnder(value[name], names, depth + 1) : undefined;
		if (text !== undefined) return text;
	}
	return undefined;
}

const fieldOf = (object: Fields, plain: string) => {
	const name = Object.keys(object).find((each) => plainName(each) === plain);
	return name === undefined ? undefined : object[name];
};

/** A person writes numbers, too. */
const isText = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !isData(value));

const MIN_BASE64 = 64;

/** Whether a text is bytes of a file. A long laugh or a long word has no capital letters and digits in it. */
export function isData(text: unknown): boolean {
	if (typeof text !== 'string') return false;
	if (text.startsWith('data:')) return /^data:[^,\s]*;base64,/.test(text.slice(0, 200));
	const start = text.slice(0, 512);
	return (
		start.length >= MIN_BASE64 &&
		/^[\w+/=\r\n-]+$/.test(start) &&
		[/[A-Z]/, /[a-z]/, /\d/].every((each) => each.test(start))
	);
}

/** Whether a text beside a file says where it is: a URL, or a path with the ending of a file. */
const isPlace = (text: string) =>
	text.length < 4_000 &&
	!/\s/.test(text) &&
	(/^https?:\/\//.test(text) || (text.includes('/') && /\.\w{2,5}$/.test(text)));

const OPTION_LISTS = ['selectedoptions', 'selectedoptionnames', 'votes', 'options', 'vote'];
const OPTION_NAMES = ['name', 'optionname', 'title', 'text'];
const VOTERS = ['voters', 'optionvoters'];

/** Returns the options of a vote: the chosen ones, or those of a result that somebody chose. */
function votesIn(value: unknown, depth = 0): string | undefined {
	if (typeof value === 'string') return isData(value) ? undefined : value;
	if (Array.isArray(value)) {
		// In a result, which has all options, those count that somebody chose.
		const chosen = value.filter((entry) => votersOf(entry)?.length);
		return (chosen.length > 0 ? chosen : value).map(optionOf).filter(Boolean).join(', ') || undefined;
	}
	if (!isObject(value) || depth > 3) return undefined;
	for (const name of OPTION_LISTS) {
		const votes = votesIn(fieldOf(value, name), depth + 1);
		if (votes !== undefined) return votes;
	}
	return undefined;
}

const votersOf = (entry: unknown) =>
	isObject(entry) ? VOTERS.map((name) => fieldOf(entry, name)).find(Array.isArray) : undefined;

function optionOf(entry: unknown): string | undefined {
	if (typeof entry === 'string') return entry;
	if (!isObject(entry) || votersOf(entry)?.length === 0) return undefined;
	return OPTION_NAMES.map((name) => fieldOf(entry, name)).find((each): each is string => typeof each === 'string');
}
