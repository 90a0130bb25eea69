/** Where the ID of a chat is, as in the node's picker. */
export const CHAT_ID_FIELDS = ['chatId', 'id', 'remoteJid', 'jid'];

/** What usually follows a phone number. */
export const SUFFIX = '@s.whatsapp.net';
