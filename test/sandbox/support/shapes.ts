import type { EventShapeName } from '../../../sandbox';

/** Where an event has its message, and the message its parts: as paths. `|` separates the places that are tried. */
export interface Places {
	message: string;
	name: string;
	chat: string;
	/** Of an own message, if it is another one. */
	ownChat?: string;
	fromMe: string;
	text: string;
	id: string;
	status: string;
	/** The whole message that a reply quotes; empty if the event does not contain it. */
	quoted: string;
}

const documented: Places = {
	...{ message: '', name: 'event', chat: 'remoteJid', fromMe: 'fromMe', text: 'content.text' },
	...{ id: 'id', status: 'status', quoted: 'quotedMessage' },
};
const raw: Places = {
	...documented,
	...{ chat: 'key.remoteJid', fromMe: 'key.fromMe', id: 'key.id', quoted: '' },
	text: 'message.conversation|message.extendedTextMessage.text',
	status: 'status|update.status',
};
/** Like the documented event, with the message at a path. */
const at = (message: string, other: Partial<Places> = {}) => ({ ...documented, message, ...other });

/** Written by hand, not derived from the shapes. */
export const places: Record<EventShapeName, Places> = {
	top: documented,
	array: at('0', { name: '0.event' }),
	data: at('data'),
	dataList: at('data.0', { quoted: 'content.quotedMessage' }),
	message: at('message', { quoted: 'quoted' }),
	dataMessage: at('data.message', { quoted: 'replyTo' }),
	payload: at('payload', { quoted: 'context.message' }),
	body: at('body', { chat: 'chatId', text: 'text' }),
	object: at('object', { chat: 'chat', text: 'content' }),
	resource: at('resource', { quoted: 'contextInfo.quotedMessage' }),
	event: at('event', { name: 'type', quoted: 'content.contextInfo.quotedMessage' }),
	dataObject: at('data.object', { name: 'type', quoted: 'references.message' }),
	messages: at('messages.0'),
	dataMessages: at('data.messages.0', { quoted: 'reply_to' }),
	entry: at('entry.0.changes.0.value.messages.0', {
		...{ name: '', chat: 'chat.id', text: 'text.body', quoted: 'context.quoted' },
	}),
	raw: { ...raw, message: 'data' },
	rawMessages: { ...raw, message: 'data.messages.0', quoted: 'contextInfo.quotedMessage' },
	snake: at('data', { chat: 'remote_jid', fromMe: 'from_me', quoted: 'quoted_message' }),
	kebab: at('payload', {
		...{ chat: 'remote-jid', fromMe: 'from-me', text: 'text.body', quoted: 'quoted-message' },
	}),
	pascal: {
		...{ message: 'Data.Message', name: 'Event', chat: 'RemoteJid', fromMe: 'FromMe' },
		...{ text: 'Content.Text', id: 'Id', status: 'Status', quoted: 'QuotedMessage' },
	},
	twice: at('data.payload.message', { name: 'data.event' }),
	lists: at('batches.0.items.0.0', { quoted: 'inReplyTo' }),
	flat: at('payload', { chat: 'chat.id', text: 'body', quoted: 'quotedMsg' }),
	fromTo: at('messages.0', { chat: 'from', ownChat: 'to', text: 'body', quoted: 'replyTo' }),
	foreign: {
		...{ message: 'news.posts.0', name: 'what', chat: 'peer.handle', fromMe: 'outbound' },
		...{ text: 'words.plain', id: 'ref', status: 'progress', quoted: 'answers' },
	},
};

/** Returns the value at a path of an event; entries of lists have numbers. */
export function read(value: unknown, path: string): unknown {
	const found = path.split('|').map((place) =>
		place
			.split('.')
			.filter((name) => name !== '')
			.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], value),
	);
	return found.find((each) => each !== undefined);
}
