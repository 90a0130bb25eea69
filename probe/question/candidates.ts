/** Where the ID of a chat is, as in the node's picker. */
export const CHAT_ID_FIELDS = ['chatId', 'id', 'remoteJid', 'jid'];

/** What may follow a phone number. */
export const SUFFIXES = ['', '@s.whatsapp.net'];
