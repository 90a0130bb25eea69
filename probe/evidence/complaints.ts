import { type Fields, isObject } from '../../nodes/shared/plainValues';
import { isFragment, readPhrase, sentencesOf } from './phrases';
import { expectationIn, kindOf } from './words';
import type { Expectation } from '../names/roles';

/** What a service says about one name in a request that it rejected. */
export interface Complaint {
	kind: 'required' | 'unknown' | 'invalid';
	/** Paths with dots; several if one of them is enough. */
	names: string[];
	expects?: Expectation;
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

/** Keys whose value names what a complaint is about. */
const PATH_KEYS =
	/^(path|field|fieldname|param|parameter|loc|instancepath|datapath|property|propertyname|pointer|attribute|name|key|campo|propriedade|propiedad|parametro|argument|location|source|target)$/i;
/** Keys of an error body that are no names of a request, although their value may be a sentence. */
const ENVELOPE =
	/^(success|ok|status|statuscode|status_code|code|codigo|type|title|titulo|errors?|erros?|errores|message|msg|messages|mensagem|mensaje|detail|details|detalhes?|detalles?|description|reason|motivo|issues|violations|constraints|children|data|fault|problems?|meta|params|invalid-?params|validation|validationerrors|fields?|campos?|body|query|_errors|formerrors|fielderrors|non_field_errors|bag|result|inner|0|\d+)$/i;
const VALUE_KEYS =
	/^(allowed|allowedvalues|allowed_values|options|valids|enum|values|valores|accepted|choices|permitted|permitidos|opcoes|opciones|expected)$/i;
const ALLOWED_KEYS =
	/^(allowed|allowedfields|allowed_fields|known|knownfields|accepted|acceptedfields|validfields|permitted|permitidos|campospermitidos|expected)$/i;
/** Keys of an object whose own keys may be fields. */
const MAP_KEYS =
	/^(errors|erros|errores|fields?|campos|details|detalhes|detalles|fielderrors|validationerrors|violations|issues|problems|messages|body|query|validation|params)$/i;
const SENTENCE_KEYS =
	/^(error|erro|message|msg|mensagem|mensaje|detail|detalhe|description|reason|title|motivo|_errors|errors|formerrors|non_field_errors)$/i;
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
export function readComplaints(
	body: unknown,
	sent: string[] = [],
	paths: string[] = [],
): Complaints {
	const found: Complaints = { about: [], rejected: [], allowed: [] };
	let left = MAX_TEXTS;
	visit(body, undefined, {});
	return found;

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

	/** @param last what the sentence before complains about */
	function add(
		text: string,
		path: string | undefined,
		beside: Fields,
		last: Complaint[],
	): Complaint[] {
		const hints = hintsOf(beside);
		const hinted = kindOf(hints.words);
		const isSent =
			path !== undefined && paths.some((each) => each === path || each.endsWith(`.${path}`));
		const isOr = OR.test(`${path ?? ''} ${text}`);
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
			found.allowed.push(...list.map((each) => join(parent(path), each)));
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
		found.allowed.push(...allowed.map((each) => join(parent(path), each)));
		const values = isOfValues ? [...hints.values, ...list] : [];
		const same = last.filter(
			(each) =>
				each.kind === kind && (names.length === 0 || each.names.join() === names.map(clean).join()),
		);
		for (const each of same) each.values.push(...values);
		if (same.length > 0) return last;
		if (names.length === 0) {
			found.rejected.push(...quoted.filter((each) => sent.includes(each)));
			return last;
		}
		const expects = expectationIn(`${text} ${hints.words}`, names);
		const sets = isChoice ? [names] : names.map((each) => [each]);
		const made = sets.map((set) => ({ kind, names: set.map(clean), expects, values }));
		found.about.push(...made);
		return made;
	}
}

/** The path that an object says it is about. */
function ownPath(fields: Fields): string | undefined {
	const [, value] =
		Object.entries(fields).find(([key, each]) => PATH_KEYS.test(key) && isPath(each)) ?? [];
	if (value === undefined) return undefined;
	const inner = isObject(value) ? (value.pointer ?? value.parameter) : value;
	const path = clean([inner].flat().join('.'));
	return path === '' || /(?:Error|Exception)$/.test(path) ? undefined : path;
}

function isPath(value: unknown): boolean {
	if (isObject(value)) return typeof (value.pointer ?? value.parameter) === 'string';
	const parts = [value].flat();
	return parts.every(
		(each) =>
			typeof each === 'number' ||
			(typeof each === 'string' &&
				/^[\w\-.$/#[\]\p{L}]*(?: (?:or|ou|o) [\w\-.\p{L}]+)?$/u.test(each)),
	);
}

/** Codes and lists beside a sentence, which are read with it. */
const isHint = (key: string, value: unknown) =>
	/^(received|expected|keys|params|context|ctx|schemapath|url|input|value|rejectedvalue)$/i.test(
		key,
	) ||
	(/^(code|type|keyword|tag|rule)$/i.test(key) && !(isText(value) && /\s/.test(value))) ||
	((VALUE_KEYS.test(key) || ALLOWED_KEYS.test(key)) && Array.isArray(value));

/** Whether a value says what is wrong with the field that is its key. */
const isAbout = (value: unknown) =>
	isObject(value)
		? Object.keys(value).some((key) => /^(_errors|errors|message|msg|constraints)$/i.test(key))
		: [value]
				.flat()
				.some((each) => isText(each) && (kindOf(each) !== undefined || isFragment(each)));

/** Whether the keys of an object are fields, whatever they are called: each has a sentence that names no other one. */
function isFieldMap(fields: Fields, key: string): boolean {
	const entries = Object.entries(fields);
	const isList = entries.every(([, value]) => Array.isArray(value));
	const isLone = entries.length < 2 && entries.every(([name]) => SENTENCE_KEYS.test(name));
	if (isLone || !(MAP_KEYS.test(key) || (key === '' && (isList || entries.length === 1))))
		return false;
	return entries.every(([name, value]) => {
		const said = isObject(value)
			? (value._errors ?? [value.message, value.msg].find(isText))
			: value;
		return [said].flat().every((each) => {
			if (!isText(each) || isFragment(each)) return isText(each);
			const { kind, names } = readPhrase(each, []);
			return kind !== undefined && names.every((one) => one === name || name.endsWith(`.${one}`));
		});
	});
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What stands beside a sentence: words such as a code, names inside the path, and accepted values. */
function hintsOf(fields: Fields) {
	const levels = [fields, fields.params, fields.context, fields.ctx].filter(isObject);
	const of = (pattern: RegExp) =>
		levels.flatMap((level) =>
			Object.entries(level)
				.filter(([key]) => pattern.test(key))
				.map(([, value]) => value),
		);
	const texts = (values: unknown[]) => values.flat().filter(isText);
	const codes = texts(of(/^(code|type|keyword|tag|rule|received|expected|format)$/i)).join(' ');
	const words = `${codes} ${codes.replace(/[_-]/g, ' ')}`;
	const lists = (pattern: RegExp) => texts(of(pattern).filter(Array.isArray));
	return {
		words,
		names: texts(of(/^(missingproperty|additionalproperty|keys)$/i)).filter(
			(each) => !/\s/.test(each),
		),
		values: lists(VALUE_KEYS),
		allowed: lists(ALLOWED_KEYS),
	};
}

const parent = (path = '') =>
	path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : undefined;

/** Puts the name in a sentence under the path beside it, unless the sentence has the whole path. */
function join(path: string | undefined, name: string): string {
	if (path === undefined || name.includes('.')) return name;
	return path === name || path.endsWith(`.${name}`) ? path : `${path}.${name}`;
}

/** Converts /body/a/b, #/a, $.a, body.a, a[b] and Request.A of other libraries to a.b. */
function clean(path: string): string {
	const dotted = path
		.replace(/^[#$]?[/.]?/, '')
		.replace(/\[(\w*)\]/g, '.$1')
		.replace(/[/]+/g, '.')
		.replace(/^\.|\.$/g, '');
	const bare = dotted.replace(
		/^(body|query|params|querystring|request|payload\.data\.attributes|data\.attributes)\.(?=.)/i,
		'',
	);
	if (/^(body|query|querystring)$/i.test(dotted)) return path === dotted ? path : '';
	return bare.replace(/^[A-Z]\w*\.([A-Z])/, (_all, letter: string) => letter.toLowerCase());
}
