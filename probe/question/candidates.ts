/** Names to try, the node's default first. The first one that demonstrably works counts. */

export const CHAT_NAMES = ['chatId', 'remoteJid', 'jid', 'chat', 'id', 'chat_id', 'phone'];
export const INSTANCE_NAMES = ['instanceId', 'instance', 'instance_id'];
export const PAGE_SIZE_NAMES = [
	'limit',
	'pageSize',
	'page_size',
	'perPage',
	'per_page',
	'size',
	'count',
	'take',
];
export const MESSAGE_ID_NAMES = ['messageId', 'id', 'message_id', 'message', 'mediaId', 'key'];

/** Where the ID of a chat is, as in the node's picker. */
export const CHAT_ID_FIELDS = ['chatId', 'id', 'remoteJid', 'jid'];

export const RECIPIENT_FIELDS = [
	'remoteJid',
	'to',
	'chatId',
	'number',
	'phone',
	'recipient',
	'jid',
];
export const SUFFIXES = ['', '@s.whatsapp.net'];
export const TEXT_FIELDS = ['content.text', 'text', 'message', 'content', 'body', 'content.body'];
export const MEDIA_URL_FIELDS = [
	'content.url',
	'mediaUrl',
	'media.url',
	'url',
	'media',
	'content.mediaUrl',
];
export const CAPTION_FIELDS = [
	'content.caption',
	'caption',
	'media.caption',
	'text',
	'content.text',
];
export const REPLY_FIELDS = [
	'content.quotedMessageId',
	'quotedMessageId',
	'quoted.id',
	'replyTo',
	'quoted',
	'content.quoted.id',
	'replyToMessageId',
];
