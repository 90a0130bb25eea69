import type { Expectation } from '../names/roles';

/** The words of validation messages, in English, Portuguese and Spanish. */

/** What sentences call a field. */
export const NOUN = String.raw`(?:fields?|param(?:eter)?s?|propert(?:y|ies)|keys?|arguments?|attributes?|names?|inputs?|campos?|par[aâá]metros?|propriedades?|propiedades?|chaves?|claves?)`;

const UNKNOWN = new RegExp(
	[
		String.raw`unknown (?!type|value|format)|(?:unknown|unexpected)$|do not know|not (?:a )?(?:defined|${NOUN} of)|unrecogni[sz]ed|additional ?propert|unevaluated|extraneous|excess propert|extra_forbidden|extra ${NOUN}`,
		String.raw`(?:unexpected|forbidden|unsupported|disallowed|no such) ${NOUN}|\bno ${NOUN}(?:,? (?:is )?(?:called|named)|\s+\S+\s*$)|does not exist`,
		String.raw`(?:should|must|may|can) ?not (?:exist|contain|include|have)|not part of|cannot be used|remove `,
		String.raw`(?:not|n't) (?:be )?(?:a |an )?(?:recogni[sz]e|known|accept|support|permit|expected|valid ${NOUN}|allow(?!ed to\b))`,
		String.raw`desconhecid|desconocid|inesperad|(?:não|no) (?:é |são |está |es |se )?(?:permit|reconhe|recono|esperad|aceit|admit|acept|existe|faz parte|forma parte)`,
	].join('|'),
	'i',
);
const REQUIRED = new RegExp(
	[
		String.raw`requi(?:r|er)|missing|mandatory|compulsory|not optional|not sen[dt]|absent|is (?:undefined|needed|empty|blank)|received undefined|is a must|lacks?\b|\bexpected\s*$|expected ${NOUN} \S+$`,
		String.raw`(?:must|should|has to|have to|needs? to|expected to) (?:be (?:present|provided|specified|set|supplied|given)|not be (?:blank|empty|null)|have |contain |include |provide |specify |supply )`,
		String.raw`(?:not|n't) be (?:blank|empty|null|undefined|omitted)|not allowed to be empty|not (?:provided|specified|present|given|set|supplied|found|find)|no value|\bno \S+ (?:given|provided|specified|in)\b|\bneed \S+ to\b`,
		String.raw`please (?:provide|supply|specify)|obrigatóri|obrigatori|ausente|\bfalt(?:a|ou|am|an|ando|ante)\b|precisa (?:ser informad|de)|preciso informar|informe `,
		String.raw`dev(?:e|em) ser (?:informad|preenchid|enviad)|não pode(?:m)? (?:ser|ficar|estar) (?:vazi|em branco|nul)|não (?:foi |foram )?(?:informad|enviad|preenchid)`,
		String.raw`obligatori|debe(?:n)? (?:indicar|proporcionar|incluir|enviar)|no puede(?:n)? (?:estar|ser|quedar) (?:vac|nul|en blanco)|necesari|necessári`,
	].join('|'),
	'i',
);
const INVALID =
	/\bmust\b|should|invalid|not (?:a )?valid|\bexpect|one of|unknown (?:type|value|format)|is not|wrong|malformed|\b(?:accepts|takes|needs|supports|can be|has to|have to)\b|(?:allowed|valid|accepted|permitted|possible) values|choose|\baceita|\bacepta|deve|debe|\btem que|\btiene que|inválid|válido|incorret|incorrect|formato|not a |no es|não é|failed on|does not match|bad /i;

/** Says of a field that messages of another type have it: what is before, and the types after it. */
const MISPLACED = new RegExp(
	[
		String.raw`(?<=(?:\bonly|\bnot|n't|cannot)\s(?:be\s)?(?:\S+\s)?(?:possible|allowed|permitted|accepted|supported|applicable|applies|appl(?:y|ies)|usable|used|combined|sent))`,
		String.raw`(?<=\b(?:n[ãa]o|no|s[óo]|solo|apenas|somente)\s(?:(?:é|es|se|est[áa]|pode|puede)\s)?(?:(?:ser|é|es|pode|puede)\s)?(?:poss[íi]vel|posible|permitid[oa]|aceit[oa]|aceptad[oa]|usad[oa]|admitid[oa]|enviad[oa]))`,
	]
		.map(
			(before) =>
				String.raw`${before}\s+(?:for|with|in|by|on|to|when|if|unless|para|com|con|em|en|quando|cuando|se|si)\s`,
		)
		.join('|'),
	'i',
);
const OF_TYPES =
	/\b(?:kinds?|types?|categor\w+|class(?:es)?|messages?|tipos?|classes?|clases?|mensage(?:m|ns)|mensajes?)\b/i;

/** What a sentence says is before these words, if it complains about a field that other types of messages have. */
export function misplacedIn(text: string): string | undefined {
	const { index } = MISPLACED.exec(text) ?? {};
	return index !== undefined && OF_TYPES.test(text.slice(index)) ? text.slice(0, index) : undefined;
}

/** What a sentence complains about; undefined if it is no complaint. */
export function kindOf(text: string): 'required' | 'unknown' | 'invalid' | undefined {
	if (misplacedIn(text) !== undefined) return 'unknown';
	if (UNKNOWN.test(text)) return 'unknown';
	// A value that is there, but has another type.
	const isTyped = /expected .*received (?!undefined)/i.test(text);
	if (REQUIRED.test(text) && !isTyped) return 'required';
	return INVALID.test(text) ? 'invalid' : undefined;
}

const EXPECTATIONS: Array<[Expectation, RegExp]> = [
	['uuid', /\b(?:uuid|guid)(?:v?\d)?\b/i],
	['mime', /\bmime\b|media type|content.type/i],
	['base64', /base.?64|data ur[il]/i],
	['url', /\bur[li]s?\b|\bhttps?\b|enderec?ço|\blink\b/i],
	['phone', /phone|telefone|tel[ée]fono|msisdn|e\.?164|\bdigits\b|d[íi]gitos|\bjid\b|celular|mobile/i],
	['boolean', /\bbool/i],
	['number', /\b(?:integer|int|number|numeric|inteiro|entero|n[úu]mero)\b/i],
	['object', /\b(?:objects?|objetos?|dict|dictionary|mapping|struct|hash)\b/i],
	['array', /\b(?:array|list|lista|slice)\b/i],
];

/** What a sentence expects of a value, apart from the words in the names themselves. */
export function expectationIn(text: string, names: string[]): Expectation | undefined {
	let rest = ` ${text} `;
	for (const name of names.flatMap((each) => [each, each.split('.').at(-1)!]))
		rest = rest.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${escape(name)}(?![\\p{L}\\p{N}_])`, 'gu'), ' ');
	return EXPECTATIONS.find(([, pattern]) => pattern.test(rest))?.[0];
}

const escape = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const setOf = (words: string) => new Set(words.split(/\s+/));

/** Words of sentences that are no names, unless they are in quotes. */
export const GRAMMAR = setOf(
	`a able absent accept accepted accepts acepta aceptan aceptado aceptados aceita aceitam aceito aceitos al algum all allow allowed also an and any apenas aquí are as at ausente ausentes
	bad be been between blank but by called campo campos can can't cannot choose clave chave chaves claves contain contains could custom de debe deben del desconhecido desconhecidos desconocido desconocidos deve devem did do does doesn't
	é e el ela ele em empty en enter entre enviado enviar if in into error erro errors es esquema está este este exactly exist existe exists expect expected expects extra extraneous
	failed falta faltam faltan faltando faz field fields find following for forbidden forma found give given hace has have here include including incorrect indicar inesperado informado informar informe invalid inválida inválido inválidos is isn't it items its
	known la lacks las lo los malformed keys names mandatory match matches may missing must named nao não necessário necesario need needed needs neither no não nor not nul null o obrigatória obrigatório obrigatórios obligatorio obligatorios of on one only optional or os ou
	para param parameter parameters params parte part permite permitido permitidos permitted please preciso precisa preenchido present proporcionar property properties propriedade propiedad propriedades propiedades provide provided puede pode
	quedar que query received recognised recognized recognise reconhece reconhecido reconoce reconocido remove request requerido requeridos require required requires requisição requiere são schema se seguinte seguintes ser set shall should siguiente siguientes sin só sólo solo somente son specified specify still string supplied supply support supported supports
	take takes tag tem that than the there these they this tiene tienen type's u um uma un una unexpected unknown unrecognised unrecognized unsupported use used uses uno vacía vacío vazio valid validation valor valores valid válido válidos value's was wasn't were what when which while will with without wrong y you your
	boolean booleans integer integers objeto objetos object objects array arrays list lista uuid additional arguments argument attribute attributes element elements values parâmetro parâmetros parámetro parámetros nulo branco blanco seja enum least most than characters equal input inputs undefined
	body query request json payload params requisição corpo cuerpo solicitud pedido parse parsed check could couldn limited endpoint we send sent know defined compulsory unexpected possible acceptable chosen any none equal do did supplied faltou necessario`,
);
/** Words of sentences that may be names where a sentence has its subject or object. */
export const AMBIGUOUS = setOf(
	'to from type message text body number name value key url uri content data file phone id format base64 mime json link texto mensagem mensaje tipo número numero conteúdo conteudo contenido',
);
