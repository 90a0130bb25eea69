import type { Expectation } from '../names/roles';

/** The phrases of validation messages, in English, Portuguese and Spanish. */

const UNKNOWN =
	/unknown (?!type|value|format)|unrecogni[sz]ed|unexpected (?:field|param|prop|key|arg|attr|name)|additional ?propert|should not exist|extra (?:input|field|key|propert)|extra_forbidden|not permitted|forbidden (?:field|param|prop|key)|unsupported (?:field|param|prop|key)|no such (?:field|param|prop)|is not (?:a )?(?:recogni[sz]ed|known|valid (?:field|param|prop|key|name))|is not (?:allowed|expected)(?! to be)|not accepted|desconhecid|desconocid|não (?:é |são )?(?:permitid|reconhecid|esperad|aceit|existe)|no (?:está |es |se )?(?:permitid|reconocid|esperad|admit|acept|reconoce)|inesperad|does not exist|excess propert/i;
const REQUIRED =
	/required|missing|must (?:be (?:present|provided|specified|set|supplied|given)|not be (?:blank|empty|null)|have )|should(?:n't| not) be (?:empty|null|blank)|(?:can'?t|can ?not|may not) be (?:blank|empty|null|undefined|omitted)|not provided|mandatory|is (?:absent|undefined|needed)|not allowed to be empty|is empty|please (?:provide|supply|specify)|obrigatóri|obrigatori|requerid|ausente|\bfalt(?:a|am|an|ando|ante)\b|dev(?:e|em) ser (?:informad|preenchid|enviad)|precisa (?:ser|de)|não pode(?:m)? (?:ser|ficar|estar) (?:vazi|em branco|nul)|não (?:foi |foram )?(?:informad|enviad|preenchid)|informe |obligatori|debe(?:n)? (?:indicar|proporcionar|incluir|enviar)|no puede(?:n)? (?:estar|ser|quedar) (?:vac|nul|en blanco)|necesari|necessári|received undefined|is a must/i;
const INVALID =
	/\bmust\b|should|invalid|not (?:a )?valid|\bexpect|one of|unknown (?:type|value|format)|is not|wrong|malformed|deve|debe|inválid|invalid|válido|incorret|incorrect|formato|not a |no es|não é|failed on|does not match|bad /i;

/** What a sentence complains about; undefined if it is no complaint. */
export function kindOf(text: string): 'required' | 'unknown' | 'invalid' | undefined {
	if (UNKNOWN.test(text)) return 'unknown';
	// A value that is there, but has another type.
	const isTyped = /expected .*received (?!undefined)/i.test(text);
	if (REQUIRED.test(text) && !isTyped) return 'required';
	return INVALID.test(text) ? 'invalid' : undefined;
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$\-]*(?:(?:\.|\[)[\p{L}_$][\p{L}\p{N}_$\-]*\]?)*`;
const LIST = String.raw`${NAME}(?:(?:\s*,\s*|\s+(?:and|or|e|y|ou|o)\s+|\s*,\s*(?:and|or)\s+)${NAME})*`;
const NOUN = String.raw`(?:field|parameter|param|property|key|argument|attribute|value|input|element|name|campo|par[aâá]metro|propriedade|propiedad|atributo|chave|clave|valor|argumento)s?`;
const FILL = String.raw`(?:(?:the|a|an|o|os|as|el|la|los|las|os|um|un|following|required|mandatory|missing|ausentes?|faltantes?|obrigat[óo]ri[oa]s?|obligatori[oa]s?|request|body|query|json|in|of|for|de|do|da|no|na|en|em|with|named|called|seguintes?|siguientes?|${NOUN})(?:\s*:\s*|\s+))*`;
const VERB = String.raw`(?:is|are|was|were|must|should|shouldn't|cannot|can't|can|may|has|have|does|needs?|é|são|foi|deve|devem|não|está|precisa|es|son|debe|deben|no|falta|ausente|missing|required|expected|obrigat[óo]ri\w*|obligatori\w*|requerid\w*|desconhecid\w*|desconocid\w*|inv[áa]lid\w*|unknown|invalid|unexpected)`;

const LEADING = new RegExp(
	String.raw`(?:^|[:;.!]\s+|,\s+)(?:(?:the|o|a|os|el|la|los|las|your|request|body|query|url|path|required|${NOUN})\s+)*(${LIST})(?:\s+${NOUN})?\s+${VERB}(?=\s|$|[.:,;])`,
	'giu',
);
const TRAILING = new RegExp(
	String.raw`(?:missing|required|unknown|unrecognized|unrecognised|unexpected|unsupported|forbidden|additional|extra|mandatory|provide|supply|specify|faltam?|faltan|faltando|falta|obrigat[óo]ri[oa]s?|obligatori[oa]s?|requerid[oa]s?|desconhecid[oa]s?|desconocid[oa]s?|inesperad[oa]s?|informe|informar|indicar|permitid[oa]s?|${NOUN})\s*(?:[:=–-]|\s)\s*${FILL}(${LIST})\s*(?:$|[.;,!](?:\s|$)|\()`,
	'giu',
);
const QUOTED = /(?:\\?["'`´‘’“”«])([^"'`´‘’“”«»\\]{1,80})(?:\\?["'`´‘’“”»])/g;
const isName = (text: string) => new RegExp(`^${NAME}$`, 'u').test(text);

/** Words that only look like names. */
const NO_NAMES = new RegExp(
	`^(?:${NOUN}|${VERB}|it|this|that|which|there|request|object|body|query|json|input|undefined|null|empty|one|all|any|some|este|esta|esse|isto|obrigat[óo]rios?|validation|error|errors?|bad|failed)$`,
	'iu',
);

/** What a sentence has in quotes. */
export const quotedIn = (text: string) =>
	[...text.matchAll(QUOTED)].map(([, each]) => each!.trim());

/** The part of a sentence before the accepted names or values that it lists. */
const beforeList = (text: string) =>
	text.split(
		/\b(?:one of|allowed|accepted|valid|permitted|permitidos?|permitidas?|aceitos?|aceptados?|supported|expected|did you mean|use|known)\b/i,
	)[0]!;

/**
 * The names that a sentence is about.
 *
 * @param sent texts in the request: they are values
 * @param isQuoted whether only names in quotes count, because the path of the object is known
 */
export function namesIn(text: string, sent: string[], isQuoted = false): string[] {
	const kind = kindOf(text);
	const head = beforeList(text);
	const part = namesAt(head).length > 0 || kind === 'invalid' ? head : text;
	return namesAt(part).filter((each) => !sent.includes(each));

	function namesAt(where: string): string[] {
		const quoted = quotedIn(where);
		const goTag = /Field validation for/i.test(where) ? quoted.slice(0, 1) : quoted;
		const found = goTag.filter((each) => isName(each));
		if (found.length > 0) return kind === 'invalid' ? found.slice(0, 1) : [...new Set(found)];
		if (isQuoted) return [];
		const plain = where
			.replace(QUOTED, ' ')
			.replace(/^\s*(?:validation (?:failed|error)|bad request|error|erro)\s*[:–-]\s*/i, '');
		const lists = [LEADING, TRAILING].flatMap((pattern) =>
			[...plain.matchAll(pattern)].map(([, list]) => list!),
		);
		const colon = /^\s*([\p{L}_$][\w.$-]*)\s*:\s/u.exec(plain)?.[1];
		const names = lists.flatMap(splitNames).filter((each) => !NO_NAMES.test(each));
		return [
			...new Set(names.length > 0 || colon === undefined || NO_NAMES.test(colon) ? names : [colon]),
		];
	}
}

const splitNames = (list: string) =>
	list.split(/\s*,\s*(?:and |or )?|\s+(?:and|or|e|y|ou|o)\s+/i).filter(Boolean);

/** What introduces accepted values. */
const BEFORE_VALUES =
	/\b(?:must (?:only )?be|should be|deve ser|debe ser|expected|one of|the following(?: values)?|um d[eo]s?|uma das?|uno de|una de|(?:los )?siguientes(?: valores)?|seguintes(?: valores)?|(?:allowed|valid|accepted|permitted|supported)(?: values| types| options)?(?: are)?|permitid[oa]s?|aceit[oa]s?|aceptad[oa]s?|valores|use)\b\s*:?/i;

/** The accepted values that a sentence lists. */
export function valuesIn(text: string): string[] {
	const lists = text
		.split(/\breceived\b/i)[0]!
		.split(BEFORE_VALUES)
		.slice(1)
		.map(splitValues);
	return lists.find((each) => each.length > 1) ?? [];
}

function splitValues(list: string): string[] {
	const [sentence = ''] = list.replace(/^[\s[({]+/, '').split(/[.;\])}](?:\s|$)/);
	const quoted = quotedIn(sentence);
	const parts =
		quoted.length > 1
			? quoted
			: sentence.split(/\s*[,|/]\s*(?:or |ou |and )?|\s+(?:or|ou|o|y|e|and)\s+/i);
	const words = parts.map((each) => each.replace(/^["'`\s]+|["'`\s]+$/g, '')).filter(Boolean);
	return words.every((each) => /^[\p{L}_][\p{L}\p{N}_\-:]{0,39}$/u.test(each)) ? words : [];
}

const ALLOWED_NAMES =
	/\b(?:(?:allowed|accepted|valid|known|supported|permitted|possible|expected)(?: (?:fields|parameters|params|properties|keys|names|attributes|ones))?(?: are)?|(?:campos|par[aâá]metros|propriedades|propiedades)\s+(?:permitid|aceit|aceptad|válid|conhecid|conocid)[oa]s|expected one of|did you mean|aceitos|permitidos)\s*:?\s*([^.;?!)]+)/i;

/** The names that a sentence about an unknown one says are accepted. */
export function allowedIn(text: string): string[] {
	if (kindOf(text) !== 'unknown') return [];
	const [, list = ''] = ALLOWED_NAMES.exec(text) ?? [];
	const quoted = quotedIn(list);
	const names = quoted.length > 0 ? quoted : splitNames(list.replace(/^\s*[[(]/, '').trim());
	return names.map((each) => each.trim()).filter((each) => isName(each));
}

const EXPECTATIONS: Array<[Expectation, RegExp]> = [
	['uuid', /\b(?:uuid|guid)(?:v?\d)?\b/i],
	['mime', /\bmime\b|media type|content.type/i],
	['base64', /base.?64|data ur[il]/i],
	['url', /\bur[li]s?\b|\bhttps?\b|enderec?ço|\blink\b/i],
	[
		'phone',
		/phone|telefone|tel[ée]fono|msisdn|e\.?164|\bdigits\b|d[íi]gitos|\bjid\b|celular|mobile/i,
	],
	['boolean', /\bbool/i],
	['number', /\b(?:integer|int|number|numeric|inteiro|entero|n[úu]mero)\b/i],
	['object', /\b(?:object|objeto|dict|dictionary|mapping|struct|hash)\b/i],
	['array', /\b(?:array|list|lista|slice)\b/i],
];

/** What a sentence expects of a value, apart from the words in the names themselves. */
export function expectationIn(text: string, names: string[]): Expectation | undefined {
	let rest = text;
	for (const name of names)
		rest = rest.split(name).join(' ').split(name.split('.').at(-1)!).join(' ');
	return EXPECTATIONS.find(([, pattern]) => pattern.test(rest))?.[0];
}
