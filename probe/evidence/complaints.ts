import { type Fields, isObject } from '../../nodes/shared/plainValues';
import { allowedIn, expectationIn, kindOf, namesIn, quotedIn, valuesIn } from './phrases';
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
const MAX_TEXTS = 200;
/** Says that one of several names is enough. */
const OR = /\S\s+(?:or|ou|o)\s+\S|\beither\b|\bone of\b/i;

/**
 * Reads what a rejected request lacks or has too much, from an error body of any shape: a text, lists, or objects that
 * name the field beside the text or as a key.
 *
 * @param sent texts in the request, which are not names when they are quoted
 */
export function readComplaints(body: unknown, sent: string[] = []): Complaints {
	const found: Complaints = { about: [], rejected: [], allowed: [] };
	let left = MAX_TEXTS;
	visit(body, undefined, {});
	return found;

	function visit(value: unknown, path: string | undefined, beside: Fields): void {
		if (typeof value === 'string') {
			for (const clause of value.split(/;\s+|\n+/)) if (left-- > 0) add(clause, path, beside);
		} else if (Array.isArray(value)) {
			for (const each of value.slice(0, MAX_TEXTS)) visit(each, path, beside);
		} else if (isObject(value)) visitObject(value, path);
	}

	function visitObject(fields: Fields, outer: string | undefined): void {
		const own = ownPath(fields) ?? outer;
		const before = found.about.length;
		for (const [key, value] of Object.entries(fields)) {
			if (PATH_KEYS.test(key) && isPath(value)) continue;
			if (isHint(key, value)) continue;
			if (ENVELOPE.test(key) || own !== undefined) visit(value, own, fields);
			else if (typeof value === 'string' || Array.isArray(value)) visitEntry(key, value, fields);
			else visit(value, isErrorMap(value) ? key : undefined, fields);
		}
		// A field beside a code alone, without a sentence.
		if (own !== undefined && found.about.length === before) add('', own, fields);
	}

	function visitEntry(key: string, value: string | unknown[], fields: Fields): void {
		const texts = [value].flat().filter((each): each is string => typeof each === 'string');
		const isAbout = texts.length > 0 && texts.some((each) => kindOf(each) !== undefined);
		visit(value, isAbout ? key : undefined, isAbout ? {} : fields);
	}

	function add(text: string, path: string | undefined, beside: Fields): void {
		const hints = hintsOf(beside);
		const kind = kindOf(`${text} ${hints.words}`);
		if (kind === undefined) return;
		const isContainer = kind !== 'invalid' && hints.names.length > 0;
		const isTold = kind !== 'unknown' && path !== undefined;
		const isChoice = kind === 'required' && OR.test(`${path ?? ''} ${text}`);
		const said = isTold && !isChoice ? [] : namesIn(text, sent, path !== undefined && !isChoice);
		// Beside a path, a sentence with one name says nothing more.
		const inside = isContainer ? hints.names : isTold && said.length < 2 ? [] : said;
		const own = path === undefined ? [] : path.split(/ (?:or|ou|o) /);
		const outer = isChoice && !isContainer ? parent(path) : path;
		const names = inside.length > 0 ? inside.map((each) => join(outer, each)) : own;
		if (names.length === 0)
			return void found.rejected.push(...quotedIn(text).filter((each) => sent.includes(each)));
		const values = kind === 'unknown' ? [] : [...hints.values, ...valuesIn(text)];
		const allowed = [...allowedIn(text), ...(kind === 'unknown' ? hints.allowed : [])];
		found.allowed.push(...allowed.map((each) => join(parent(path), each)));
		const expects = expectationIn(`${text} ${hints.words}`, names);
		const sets = isChoice ? [names] : names.map((each) => [each]);
		for (const set of sets) found.about.push({ kind, names: set.map(clean), expects, values });
	}
}

/** The path that an object says it is about. */
function ownPath(fields: Fields): string | undefined {
	const [, value] =
		Object.entries(fields).find(([key, each]) => PATH_KEYS.test(key) && isPath(each)) ?? [];
	if (value === undefined) return undefined;
	const inner = isObject(value) ? (value.pointer ?? value.parameter) : value;
	const path = clean([inner].flat().join('.'));
	return path === '' ? undefined : path;
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
	/^(code|type|keyword|tag|rule|received|expected|keys|params|context|ctx|schemapath|url|input|value|rejectedvalue)$/i.test(
		key,
	) ||
	((VALUE_KEYS.test(key) || ALLOWED_KEYS.test(key)) && Array.isArray(value));

const isErrorMap = (value: unknown) =>
	isObject(value) &&
	Object.keys(value).some((key) => /^(_errors|errors|message|msg|constraints)$/i.test(key));

/** What stands beside a sentence: words such as a code, names inside the path, and accepted values. */
function hintsOf(fields: Fields) {
	const levels = [fields, fields.params, fields.context, fields.ctx].filter(isObject);
	const of = (pattern: RegExp) =>
		levels.flatMap((level) =>
			Object.entries(level)
				.filter(([key]) => pattern.test(key))
				.map(([, value]) => value),
		);
	const texts = (values: unknown[]) =>
		values.flat().filter((each): each is string => typeof each === 'string');
	const words = texts(of(/^(code|type|keyword|tag|rule|received|expected|format)$/i)).join(' ');
	const lists = (pattern: RegExp) => texts(of(pattern).filter(Array.isArray));
	return {
		words,
		names: texts(of(/^(missingproperty|additionalproperty|keys)$/i)).filter(
			(each) => !/\s/.test(each),
		),
		values: [...lists(VALUE_KEYS), ...valuesIn(texts(of(/^expected$/i)).join(' '))],
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
	return bare
		.replace(/^[A-Z]\w*\.([A-Z])/, (_all, letter: string) => letter.toLowerCase())
		.replace(/^(body|query|querystring)$/i, (all) => (path === all ? all : ''));
}
