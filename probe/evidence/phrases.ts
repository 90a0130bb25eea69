import { AMBIGUOUS, GRAMMAR, kindOf, misplacedIn, NOUN } from './words';

/** Reads the sentences of validation messages: their names, and the list at their end. */

/** What one sentence says. */
export interface Phrase {
	kind?: 'required' | 'unknown' | 'invalid';
	names: string[];
	/** The values or, without a name or beside one that is unknown, the names that are accepted. */
	list: string[];
	/** What it has in quotes. */
	quoted: string[];
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$\-]*(?:(?:\.|\[)[\p{L}_$][\p{L}\p{N}_$\-]*\]?)*`;
/** A name in quotes is marked by these. */
const TOKEN = String.raw`(?:‹[^›]*›|${NAME})`;
const AND = String.raw`(?:and|or|nor|e|y|ou|o)`;
const SEPARATOR = String.raw`(?:\s*[,|/]\s*(?:${AND}\s+)?|\s+${AND}\s+)`;
const LIST = `${TOKEN}(?:${SEPARATOR}${TOKEN})*`;
const VERB = String.raw`(?:is|are|was|were|must|should|shouldn't|cannot|can't|can|may|has|have|does|needs?|takes?|accepts?|only|not|expects?|supports?|é|são|foi|deve|devem|não|está|precisa|aceita|acepta|tem|tiene|es|son|debe|deben|no|só|solo|falta|ausente|absent|missing|required|expected|mandatory|obrigat[óo]ri\w*|obligatori\w*|requerid\w*|desconhecid\w*|desconocid\w*|inv[áa]lid\w*|unknown|invalid|unexpected)`;

const QUOTED = /(?:\\?["'`´‘’“”«])([^"'`´‘’“”«»\\]{1,80})(?:\\?["'`´‘’“”»])/g;
const MARKED = new RegExp(
	String.raw`(?<![\p{L}\p{N}_\]])(?:\\?["'\x60´‘’“”«<[]|\*\*)(${NAME})(?:\\?["'\x60´‘’“”»>\]]|\*\*)(?![\p{L}\p{N}_])`,
	'gu',
);
const SUBJECT = new RegExp(
	String.raw`(?:^|:\s+)(?:(?:the|o|a|os|el|la|los|las|your|request|body|query|url|path|required|${NOUN})\s+)*(${LIST})(?:\s+${NOUN})?\s+(?:${VERB}(?=\s|$|[.:,])|$)`,
	'giu',
);
const COLON = new RegExp(String.raw`^\s*(${TOKEN})\s*:\s`, 'u');
const END = new RegExp(String.raw`(${TOKEN}(?:${SEPARATOR}${TOKEN})+)\s*$`, 'iu');
const BEGINS = new RegExp(String.raw`,\s+(?=(?:the\s+)?${TOKEN}\s+${VERB}\s)`, 'giu');
/** What follows accepted values: the one that was sent. */
const TAIL = /[,;]?\s*(?:but )?\b(?:received|got|recebido|recibido|instead of)\b.*$|\s+only$/i;
const ACCEPTED =
	/\b(?:allowed|accept(?:s|ed)?|valid|permitted|supported|supports|known|expected|possible|only|takes?|use|choose|select|permitid[oa]s|aceit[oa]s|aceptad[oa]s|válid[oa]s|apenas|solo|did you mean)\b/i;

/** Around words that are no object of a sentence. */
const NO_OBJECT = /\b(?:the|an?|given|this|your|request|choose|select)\s+$/i;
const BEFORE_OBJECT = /^\s+(?:for|of|in|at|para|de|be)\b/i;
const IS_NOUN = new RegExp(`^${NOUN}$`, 'iu');

/** What a sentence has in quotes. */
const quotedIn = (text: string) => [...text.matchAll(QUOTED)].map(([, each]) => each!.trim());
const bare = (token: string) => token.replace(/[‹›]/g, '');
const split = (list: string) => list.split(new RegExp(SEPARATOR, 'iu')).map(bare).filter(Boolean);
const lower = (token: string) => token.toLowerCase();

/** Whether a sentence lacks its subject, e.g. "must be a number". */
export const isFragment = (text: string) => new RegExp(String.raw`^\s*${VERB}\s`, 'iu').test(text);

/** The sentences of a text that say something each. */
export function sentencesOf(text: string): string[] {
	const parts = text.split(
		/;\s+|\n+|(?<=[^\s.]{2})[.!?](?:\s+|$)|,\s+(?=expected one of|did you mean|use |valid values)/i,
	);
	return parts.flatMap(clausesOf).filter((each) => each.trim() !== '');
}

/** Two sentences may be joined by a comma alone. */
function clausesOf(text: string): string[] {
	const place = [...text.matchAll(BEGINS)].find(({ index }) => kindOf(text.slice(0, index)));
	if (place === undefined) return [text];
	return [text.slice(0, place.index), ...clausesOf(text.slice(place.index + place[0].length))];
}

/**
 * Reads a sentence.
 *
 * @param sent texts in the request: they are values
 * @param isBeside whether something else says what it is about, so that only names in quotes count
 */
export function readPhrase(text: string, sent: string[], isBeside = false): Phrase {
	const misplaced = misplacedIn(text);
	if (misplaced !== undefined) {
		const subject = readPhrase(`${misplaced.replace(/\s(?:only|só|solo|apenas|somente)(?=\s|$)/gi, '')}`, [], isBeside);
		return { kind: 'unknown', names: [...subject.names, ...subject.list], list: [], quoted: [] };
	}
	const plain = text
		.replace(/^(?:validation (?:failed|error)|bad request|error|erro)\s*[:–-]\s*/i, '')
		.replace(/\((s|es)\)/g, '$1')
		.replace(MARKED, '‹$1›')
		.replace(TAIL, '')
		.replace(/[[\](){}]/g, ' ')
		.replace(/[\s.!?]+$/, '');
	const [tail = ''] = END.exec(plain) ?? [];
	const head = plain.slice(0, plain.length - tail.length);
	const isListing = ACCEPTED.test(head) && !/\b(?:not|no|não|cannot)\b|n't\b/i.test(head);
	const quoted = quotedIn(text);
	const told = kindOf(text);
	const isValue = told === 'unknown' && quoted.some((each) => sent.includes(each));
	const list = split(tail);
	const before = namesIn(tail === '' ? plain : head, told, isBeside);
	const names = before.filter((each) => !sent.includes(each));
	const isChoice = isListing || (list.length > 0 && names.length === 1);
	const kind = isValue ? 'invalid' : (told ?? (isChoice ? 'invalid' : undefined));
	const phrase = { kind, names: kind === 'invalid' ? names.slice(0, 1) : names, list, quoted };
	if (names.length > 0)
		return told === undefined && tail === '' && isListing ? { ...phrase, names: [], list: names } : phrase;
	const isNames = kind === 'required' || (kind !== undefined && !isListing && !isBeside);
	return isNames ? { ...phrase, names: list, list: [] } : phrase;
}

/** The names that a sentence is about, or a part of it. */
function namesIn(text: string, kind: Phrase['kind'], isBeside: boolean): string[] {
	const quoted = [...text.matchAll(/‹([^›]*)›/g)].map(([, each]) => each!);
	if (/Field validation for/i.test(text)) return quoted.slice(0, 1);
	if (quoted.length > 0) return [...new Set(quoted)];
	if (isBeside) return [];
	const isFree = (each: string) => !GRAMMAR.has(lower(each));
	const subjects = [...text.matchAll(SUBJECT)].flatMap(([, list]) => split(list!));
	if (subjects.some(isFree)) return subjects.filter(isFree);
	if (kind === 'required' && /^body\s/.test(text)) return ['body'];
	const [, label = ''] = COLON.exec(text) ?? [];
	if (label !== '' && isFree(label)) return [label];
	const tokens = [...text.matchAll(new RegExp(TOKEN, 'gu'))];
	const rest = tokens.filter(([each]) => isFree(each) && !AMBIGUOUS.has(lower(each)));
	const [first, last] = [rest[0], rest.at(-1)];
	if (first !== undefined && last !== undefined) {
		const run = text.slice(first.index, last.index + last[0].length);
		return new RegExp(`^${LIST}$`, 'iu').test(run) ? split(run) : [];
	}
	const objects = tokens.filter(({ 0: each, index }) => isFree(each) && !NO_OBJECT.test(text.slice(0, index)));
	const isWeak = ({ 0: each, index }: RegExpExecArray) =>
		each === 'to' || IS_NOUN.test(each) || BEFORE_OBJECT.test(text.slice(index + each.length));
	const strong = objects.filter((each) => !isWeak(each));
	const others = [...new Set((strong.length > 0 ? strong : objects).map(([each]) => each))];
	return others.length === 1 || (strong.length === 0 && others.includes('to')) ? others.slice(-1) : [];
}
