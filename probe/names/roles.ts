/** What a validation message may expect of a value. */
export type Expectation = 'uuid' | 'phone' | 'url' | 'base64' | 'mime' | 'boolean' | 'number' | 'object' | 'array';

/** The parts of a request whose names the reference does not show. */
export type Role =
	| 'instance'
	| 'recipient'
	| 'type'
	| 'text'
	| 'caption'
	| 'mediaUrl'
	| 'mediaData'
	| 'fileName'
	| 'mimeType'
	| 'quotedMessageId'
	| 'chat'
	| 'pageSize'
	| 'cursor'
	| 'messageId';

interface Traits {
	/** Names to try last, the node's default first. */
	names: string[];
	/** Words in names that mean this part, in English, Portuguese and Spanish. */
	words: RegExp;
	/** What validation messages may expect of it. */
	expects: Expectation[];
}

const address =
	/^(to|number|phone|jid|chat|recipient|receiver|destination|dest|target|remote|contact|address|addressee|mobile|msisdn|wid|peer|para|numero|telefone|telefono|celular|destinatario|destino|contato|contacto|conversa|conversation|conversacion)$/;

export const roles: Record<Role, Traits> = {
	instance: {
		names: ['instanceId', 'instance', 'instance_id', 'session', 'sessionId', 'device', 'deviceId', 'channel'],
		words:
			/^(instance|session|device|channel|line|connection|account|sender|inbox|gateway|instancia|sessao|sesion|dispositivo|canal|linha|linea|conexao|conexion|conta|cuenta|remetente|remitente)$/,
		expects: ['uuid'],
	},
	recipient: {
		names: ['remoteJid', 'to', 'chatId', 'number', 'phone', 'recipient', 'jid', 'destination', 'contact'],
		words: address,
		expects: ['phone'],
	},
	type: {
		names: ['type', 'messageType', 'kind'],
		words: /^(type|kind|format|category|class|variant|mode|tipo|formato|categoria|classe|clase|especie)$/,
		expects: [],
	},
	text: {
		names: ['content.text', 'text', 'message', 'content', 'body', 'content.body'],
		words: /^(text|body|message|msg|content|conversation|texto|mensagem|mensaje|corpo|cuerpo|conteudo|contenido)$/,
		expects: [],
	},
	caption: {
		names: ['content.caption', 'caption', 'media.caption', 'text', 'content.text'],
		words:
			/^(caption|subtitle|description|comment|legend|legenda|leyenda|descricao|descripcion|rotulo|comentario|text|texto)$/,
		expects: [],
	},
	mediaUrl: {
		names: ['content.url', 'mediaUrl', 'media.url', 'url', 'media', 'content.mediaUrl'],
		words:
			/^(url|uri|link|href|src|source|media|file|picture|attachment|midia|medio|arquivo|archivo|anexo|adjunto|enlace|endereco)$/,
		expects: ['url'],
	},
	mediaData: {
		names: ['content.base64', 'base64', 'media.data', 'media.base64', 'data', 'content.data'],
		words: /^(base64|b64|data|bytes|binary|blob|dados|datos|binario|encoded)$/,
		expects: ['base64'],
	},
	fileName: {
		names: ['content.fileName', 'fileName', 'media.name', 'content.filename', 'filename', 'name'],
		words: /^(filename|name|nome|nombre|nomearquivo|nombrearchivo)$/,
		expects: [],
	},
	mimeType: {
		names: ['content.mimetype', 'mimetype', 'media.type', 'content.mimeType', 'mimeType', 'contentType', 'mediaType'],
		words: /^(mimetype|mime|contenttype|mediatype)$/,
		expects: ['mime'],
	},
	quotedMessageId: {
		names: [
			'content.quotedMessageId',
			'quotedMessageId',
			'quoted.id',
			'replyTo',
			'quoted',
			'content.quoted.id',
			'replyToMessageId',
			'quotedId',
			'replyId',
			'context.id',
			'context.messageId',
			'inReplyTo',
			'reply',
		],
		words:
			/^(quoted|quote|quotes|reply|replies|replied|context|reference|referencia|citada|citado|citar|resposta|respuesta|responder|respondida|parent)$/,
		expects: [],
	},
	chat: {
		names: ['chatId', 'remoteJid', 'jid', 'chat', 'id', 'chat_id', 'phone'],
		words: address,
		expects: ['phone'],
	},
	pageSize: {
		names: ['limit', 'pageSize', 'page_size', 'perPage', 'per_page', 'size', 'count', 'take'],
		words: /^(limit|size|count|take|max|first|rows|batch|limite|tamanho|tamano|quantidade|cantidad|por|per)$/,
		expects: ['number'],
	},
	cursor: {
		names: ['cursor', 'after', 'next', 'nextCursor', 'pageToken', 'before'],
		words: /^(cursor|after|before|next|token|marker|bookmark|continuation|proximo|siguiente|depois|despues)$/,
		expects: [],
	},
	messageId: {
		names: ['messageId', 'id', 'message_id', 'message', 'mediaId', 'key'],
		words: /^(id|message|media|mensagem|mensaje|midia|file|arquivo|archivo)$/,
		expects: ['uuid'],
	},
};

/** Words by which a type of message is recognized. */
export const kinds = {
	text: /^(text|chat|conversation|plain|texto|conversa)$/i,
	image: /^(image|picture|photo|img|imagem|imagen|foto)$/i,
	video: /^(video|vídeo|clip|ptv)$/i,
	audio: /^(audio|áudio|voice|ptt|voz)$/i,
	document: /^(document|doc|file|pdf|documento|arquivo|archivo)$/i,
};

export type Kind = keyof typeof kinds;

/** The words of a name: "phone_number", "phoneNumber" and "phone-number" have the same ones. */
export function wordsOf(name: string): string[] {
	return name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.filter(Boolean);
}

const heard = new Map<string, number>();

/** How much a name sounds like a part: 0 to 1. */
export function soundsLike(path: string, role: Role): number {
	const key = `${role} ${path}`;
	const known = heard.get(key) ?? soundOf(path, role);
	if (heard.size < 10_000) heard.set(key, known);
	return known;
}

function soundOf(path: string, role: Role): number {
	const own = wordsOf(path.split('.').at(-1)!);
	const { words } = roles[role];
	if (words.test(own.join(''))) return 1;
	const count = own.filter((each) => words.test(each)).length;
	if (count > 0) return 0.4 + (0.5 * count) / own.length;
	return wordsOf(path).some((each) => words.test(each)) ? 0.3 : 0;
}
