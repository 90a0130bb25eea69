/** Words in names, in Portuguese and Spanish: services for these countries may use them. */
const WORDS = {
	id: 'identificador',
	from: 'de',
	to: 'para',
	by: 'por pela pelo',
	mine: 'minha meu',
	in: 'em entrada entrante',
	out: 'saida saída salida saliente',
	me: 'mim',
	data: 'dados datos',
	message: 'mensagem mensagen mensaje',
	sender: 'remetente remitente',
	recipient: 'destinatario destinatário destino',
	contact: 'contato contacto',
	participant: 'participante',
	client: 'cliente',
	conversation: 'conversa conversacion conversación',
	group: 'grupo',
	account: 'conta cuenta',
	phone: 'telefone telefono teléfono celular',
	number: 'numero número',
	name: 'nome nombre',
	text: 'texto',
	title: 'titulo título',
	author: 'autor',
	body: 'corpo cuerpo',
	direction: 'direcao direção direccion dirección sentido',
	connection: 'conexao conexão conexion conexión',
	content: 'conteudo conteúdo contenido',
	caption: 'legenda leyenda pie',
	type: 'tipo clase',
	latitude: 'latitud',
	longitude: 'longitud',
	current: 'atual actual',
	status: 'situacao situação',
	event: 'evento',
	instance: 'instancia instância',
	image: 'imagem imagen',
	media: 'midia mídia',
	date: 'fecha',
	time: 'hora',
	document: 'documento',
	file: 'arquivo archivo',
	location: 'localizacao localização ubicacion ubicación',
	sticker: 'figurinha',
	reaction: 'reacao reação reaccion reacción',
	reply: 'resposta respuesta',
	button: 'botao botão boton botón',
	list: 'lista',
	poll: 'enquete encuesta',
	vote: 'voto',
	options: 'opcoes opções opciones',
	selected: 'selecionadas seleccionadas',
	created: 'criada criado creada creado inserida inserido',
	received: 'recebida recebido recibida recibido',
	sent: 'enviada enviado',
	delivered: 'entregue entregado entregada',
	failed: 'falhou falha fallida fallido',
	seen: 'visualizada visualizado vista visto',
	scheduled: 'agendada agendado programada programado',
	note: 'nota',
	agent: 'atendente agente',
	read: 'lida lido leida leido leída leído',
	edited: 'editada editado',
	deleted:
		'apagada apagado excluida excluída excluido excluído revogada eliminada eliminado borrada borrado removida removido',
	updated: 'atualizada atualizado actualizada actualizado',
	connected: 'conectado conectada',
	disconnected: 'desconectado desconectada',
	call: 'chamada ligacao ligação llamada',
	presence: 'presenca presença presencia',
	typing: 'digitando escribiendo',
	history: 'historico histórico historial',
};

const ENGLISH = new Map(
	Object.entries(WORDS).flatMap(([english, words]) => words.split(' ').map((word) => [word, english] as const)),
);

const WORD = /[A-ZÀ-Ý]?[a-zà-ÿ]+|[A-ZÀ-Ý]+/g;
/** Between two words: `nomeDoGrupo`. */
const OF = /^(d[aeo]s?|del)$/i;

/** Returns a name, or a word, with its Portuguese and Spanish words in English. */
export const inEnglish = (name: string): string => name.replace(WORD, wordInEnglish);

/** Returns the same in the order of English, in which `tipoMensagem` and `idChat` begin with the other word. */
export function inEnglishOrder(name: string): string | undefined {
	const words = (name.match(WORD) ?? []).filter((word, at) => at === 0 || !OF.test(word));
	const english = words.map(wordInEnglish);
	const isRomance = english.some((word, at) => word !== words[at]) || /^idchat/i.test(english.join(''));
	return english.length > 1 && isRomance ? english.reverse().join('') : undefined;
}

function wordInEnglish(word: string): string {
	const lower = word.toLowerCase();
	const plural = lower.endsWith('s') ? ENGLISH.get(lower.slice(0, -1)) : undefined;
	return ENGLISH.get(lower) ?? (plural === undefined ? word : `${plural}s`);
}
