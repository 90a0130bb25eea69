import { type Fields, isObject } from '../../nodes/shared/values';
import {
	clean,
	ENVELOPE,
	hintsOf,
	isAbout,
	isFieldMap,
	isHint,
	isPath,
	join,
	ownPath,
	parent,
	PATH_KEYS,
} from './errorKeys';
import { readPhrase, sentencesOf } from './phrases';
import { expectationIn, kindOf, misplacedIn } from './words';
import type { Expectation } from '../names/roles';

/** What a service says about one name in a request that it rejected. */
export interface Complaint {
	kind: 'required' | 'unknown' | 'invalid';
	/** Paths with dots; several if one of them is enough. */
	names: string[];
	expects?: Expectation;
	/** Whether messages of other types have the names that this one must not have. */
	isMisplaced?: boolean;
	/** The values that the service accepts. */
	values: string[];
}

export interface Complaints {
	about: Complaint[];
	/** Texts of the request that the service rejects without naming their field. */
	rejected: string[];
	/** Names that the service says it accepts. */
	allowed: string[];
}

const MAX_TEXTS = 200;
/** A longer sentence is no message for a person. */
const MAX_LENGTH = 1_000;
/** Says that one of several names is enough. */
const OR = /\S\s+(?:or|ou|o)\s+\S|\beither\b|\bone of\b/i;

/**
 * Reads what a rejected request lacks or has too much, from an error body of any shape: a text, lists, or objects that
 * name the field beside the text or as a key.
 *
 * @param sent texts in the request, which are not names when they are quoted
 * @param paths the names in the request
 */
export function readComplaints(body: unknown, sent: string[] = [], paths: string[] = []): Complaints {
	const found: Complaints = { about: [], rejected: [], allowed: [] };
	let left = MAX_TEXTS;
	visit(body, undefined, {});
	const isTold = ({ names }: Complaint) =>
		found.about.some((each) => each.kind !== 'invalid' && each.names.join() === names.join());
	// Beside a sentence that says more, e.g. a status or a title.
	const isEmpty = (each: Complaint) =>
		each.kind === 'invalid' && each.values.length === 0 && each.expects === undefined;
	return { ...found, about: found.about.filter((each) => !(isEmpty(each) && isTold(each))) };

	function visit(value: unknown, path: string | undefined, beside: Fields, key = ''): void {
		if (typeof value === 'string') {
			let last: Complaint[] = [];
			for (const sentence of sentencesOf(value))
				if (sentence.length < MAX_LENGTH && left-- > 0) last = add(sentence, path, beside, last);
		} else if (Array.isArray(value)) {
			for (const each of value.slice(0, MAX_TEXTS)) visit(each, path, beside);
		} else if (!isObject(value)) return;
		else if (path === undefined && isFieldMap(value, key))
			for (const [name, each] of Object.entries(value)) visit(each, name, {});
		else visitObject(value, path);
	}

	function visitObject(fields: Fields, outer: string | undefined): void {
		const own = ownPath(fields) ?? outer;
		const before = found.about.length;
		for (const [key, value] of Object.entries(fields)) {
			if (PATH_KEYS.test(key) && isPath(value)) continue;
			if (isHint(key, value)) continue;
			if (ENVELOPE.test(key) || own !== undefined) visit(value, own, fields, key);
			else visit(value, isAbout(value) ? key : undefined, isAbout(value) ? {} : fields);
		}
		// A field beside a code alone, without a sentence.
		if (own !== undefined && found.about.length === before) add('', own, fields, []);
	}

	/** Names beside a path may be whole, or those of the object that has it. */
	function allow(names: string[], path: string | undefined): void {
		const isWhole = names.some((each) => each.includes('.'));
		const inner = isWhole || parent(path) === undefined ? [] : names;
		found.allowed.push(...names, ...inner.map((each) => join(parent(path), each)));
	}

	/** @param last what the sentence before complains about */
	function add(text: string, path: string | undefined, beside: Fields, last: Complaint[]): Complaint[] {
		const hints = hintsOf(beside);
		const hinted = kindOf(hints.words);
		const isSent = path !== undefined && paths.some((each) => each === path || each.endsWith(`.${path}`));
		const isOr = OR.test(`${path ?? ''} ${text}`);
		const isMisplaced = misplacedIn(text) !== undefined;
		const alone = readPhrase(text, sent, path !== undefined);
		const phrase = alone.kind === 'required' && isOr ? readPhrase(text, sent) : alone;
		const { list, quoted } = phrase;
		const kind =
			(hinted === 'invalid' ? undefined : hinted) ??
			phrase.kind ??
			hinted ??
			(isSent || (path !== undefined && list.length > 0) ? 'invalid' : undefined);
		if (kind === undefined) return last;
		// What is allowed instead, after a name that is not known.
		if (kind === 'invalid' && last[0]?.kind === 'unknown' && phrase.names.length === 0) {
			allow(list, path);
			return last;
		}
		const isContainer = kind !== 'invalid' && hints.names.length > 0;
		const isChoice = kind === 'required' && isOr;
		const isTold = kind !== 'unknown' && path !== undefined;
		// Beside a path, a sentence with one name says nothing more.
		const said = isTold && phrase.names.length < 2 && !isChoice ? [] : phrase.names;
		const inside = isContainer ? hints.names : said;
		const own = path === undefined ? [] : path.split(/ (?:or|ou|o) /);
		const outer = isChoice && !isContainer ? parent(path) : path;
		const names = inside.length > 0 ? inside.map((each) => join(outer, each)) : own;
		const isOfValues = kind === 'invalid' && (names.length > 0 || last[0]?.kind === 'invalid');
		const allowed = [...(isOfValues ? [] : list), ...(kind === 'unknown' ? hints.allowed : [])];
		allow(allowed, path);
		const values = isOfValues ? [...hints.values, ...list] : [];
		const same = last.filter(
			(each) => each.kind === kind && (names.length === 0 || each.names.join() === names.map(clean).join()),
		);
		for (const each of same) each.values.push(...values);
		if (same.length > 0) return last;
		if (names.length === 0) {
			found.rejected.push(...quoted.filter((each) => sent.includes(each)));
			return last;
		}
		const expects = expectationIn(`${text} ${hints.words}`, names);
		const sets = isChoice ? [names] : names.map((each) => [each]);
		const made = sets.map((set) => ({
			kind,
			names: set.map(clean),
			expects,
			values,
			...(isMisplaced && { isMisplaced }),
		}));
		found.about.push(...made);
		return made;
	}
}
