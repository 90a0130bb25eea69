import { type Fields, isObject } from '../../nodes/shared/values';
import { isFragment, readPhrase } from './phrases';
import { kindOf } from './words';

/** The structure of error bodies: which of their keys and values are names of a request. */

/** Keys whose value names what a complaint is about. */
export const PATH_KEYS =
	/^(path|field|fieldname|param|parameter|loc|instancepath|datapath|property|propertyname|pointer|attribute|name|key|campo|propriedade|propiedad|parametro|argument|location|source|target)$/i;
/** Keys of an error body that are no names of a request, although their value may be a sentence. */
export const ENVELOPE =
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

/** The path that an object says it is about. */
export function ownPath(fields: Fields): string | undefined {
	const [, value] = Object.entries(fields).find(([key, each]) => PATH_KEYS.test(key) && isPath(each)) ?? [];
	if (value === undefined) return undefined;
	const inner = isObject(value) ? (value.pointer ?? value.parameter) : value;
	const path = clean([inner].flat().join('.'));
	return path === '' || /(?:Error|Exception)$/.test(path) ? undefined : path;
}

export function isPath(value: unknown): boolean {
	if (isObject(value)) return typeof (value.pointer ?? value.parameter) === 'string';
	const parts = [value].flat();
	return parts.every(
		(each) =>
			typeof each === 'number' ||
			(typeof each === 'string' && /^[\w\-.$/#[\]\p{L}]*(?: (?:or|ou|o) [\w\-.\p{L}]+)?$/u.test(each)),
	);
}

/** Codes and lists beside a sentence, which are read with it. */
export const isHint = (key: string, value: unknown) =>
	/^(received|expected|keys|params|context|ctx|schemapath|url|input|value|rejectedvalue)$/i.test(key) ||
	(/^(code|type|keyword|tag|rule)$/i.test(key) && !(isText(value) && /\s/.test(value))) ||
	((VALUE_KEYS.test(key) || ALLOWED_KEYS.test(key)) && Array.isArray(value));

/** Whether a value says what is wrong with the field that is its key. */
export const isAbout = (value: unknown) =>
	isObject(value)
		? Object.keys(value).some((key) => /^(_errors|errors|message|msg|constraints)$/i.test(key))
		: [value].flat().some((each) => isText(each) && (kindOf(each) !== undefined || isFragment(each)));

/** Whether the keys of an object are fields, whatever they are called: each has a sentence that names no other one. */
export function isFieldMap(fields: Fields, key: string): boolean {
	const entries = Object.entries(fields);
	const isList = entries.every(([, value]) => Array.isArray(value));
	const isLone = entries.length < 2 && entries.every(([name]) => SENTENCE_KEYS.test(name));
	if (isLone || !(MAP_KEYS.test(key) || (key === '' && (isList || entries.length === 1)))) return false;
	return entries.every(([name, value]) => {
		const said = isObject(value) ? (value._errors ?? [value.message, value.msg].find(isText)) : value;
		return [said].flat().every((each) => {
			if (!isText(each) || isFragment(each)) return isText(each);
			const { kind, names } = readPhrase(each, []);
			return kind !== undefined && names.every((one) => one === name || name.endsWith(`.${one}`));
		});
	});
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** What stands beside a sentence: words such as a code, names inside the path, and accepted values. */
export function hintsOf(fields: Fields) {
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
		names: texts(of(/^(missingproperty|additionalproperty|keys)$/i)).filter((each) => !/\s/.test(each)),
		values: lists(VALUE_KEYS),
		allowed: lists(ALLOWED_KEYS),
	};
}

export const parent = (path = '') => (path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : undefined);

/** Puts the name in a sentence under the path beside it, unless the sentence has the whole path. */
export function join(path: string | undefined, name: string): string {
	if (path === undefined || name.includes('.')) return name;
	return path === name || path.endsWith(`.${name}`) ? path : `${path}.${name}`;
}

/** Converts /body/a/b, #/a, $.a, body.a, a[b] and Request.A of other libraries to a.b. */
export function clean(path: string): string {
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
