/** English words in names, and the Portuguese and Spanish ones that services for these countries may use instead. */
const WORDS = [
	// Who writes to whom, and in which direction.
	`from: de; to: para; by: por pela pelo; me: mim; mine: minha meu; in: em entrada entrante;
	 out: saida saída salida saliente; direction: direcao direção direccion dirección sentido;
	 sender: remetente remitente; recipient: destinatario destinatário destino; author: autor`,
	// Whose it is, and where.
	`client: cliente; contact: contato contacto; participant: participante; agent: atendente agente; group: grupo;
	 conversation: conversa conversacion conversación; account: conta cuenta;
	 connection: conexao conexão conexion conexión; instance: instancia instância;
	 phone: telefone telefono teléfono celular; number: numero número`,
	// What a message has.
	`message: mensagem mensagen mensaje; data: dados datos; id: identificador; type: tipo clase; text: texto;
	 title: titulo título; body: corpo cuerpo; content: conteudo conteúdo contenido; caption: legenda leyenda pie;
	 name: nome nombre; note: nota; date: fecha; time: hora; event: evento; status: situacao situação;
	 current: atual actual`,
	// What it contains.
	`image: imagem imagen; media: midia mídia; document: documento; file: arquivo archivo; sticker: figurinha;
	 location: localizacao localização ubicacion ubicación; latitude: latitud; longitude: longitud;
	 reaction: reacao reação reaccion reacción; reply: resposta respuesta; button: botao botão boton botón;
	 list: lista; poll: enquete encuesta; vote: voto; options: opcoes opções opciones;
	 selected: selecionadas seleccionadas`,
	// What happened.
	`created: criada criado creada creado inserida inserido; received: recebida recebido recibida recibido;
	 sent: enviada enviado; delivered: entregue entregado entregada; failed: falhou falha fallida fallido;
	 seen: visualizada visualizado vista visto; read: lida lido leida leido leída leído;
	 scheduled: agendada agendado programada programado; edited: editada editado;
	 deleted: apagada apagado excluida excluída excluido excluído revogada eliminada eliminado borrada borrado removida removido;
	 updated: atualizada atualizado actualizada actualizado`,
	// What else services tell.
	`connected: conectado conectada; disconnected: desconectado desconectada; call: chamada ligacao ligação llamada;
	 presence: presenca presença presencia; typing: digitando escribiendo; history: historico histórico historial`,
];

const ENGLISH = new Map(
	WORDS.flatMap((theme) => theme.split(';')).flatMap((entry) => {
		const [english = '', words = ''] = entry.trim().split(': ');
		return words.split(' ').map((word) => [word, english] as const);
	}),
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
