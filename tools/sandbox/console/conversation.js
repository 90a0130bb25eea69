import { $, element, fill } from './element.js';
import { showFields } from './incoming.js';
import { messageItem } from './messages.js';
import { model, selected } from './model.js';
import { chatItem } from './views.js';

/** The list of chats, and the messages of the selected one. */

const form = $('incoming');

/** Whether the last message stays visible, unless the user scrolls back. */
let isFollowing = true;

/** The items of the shown messages, by message, so that an unchanged one need not be replaced. */
let keptItems = new Map();

/** Shows the chats of the selected instance, and the messages of the selected chat. */
export function renderConversation() {
	const chats = model.chats
		.filter((each) => selected.instance === null || each.instanceId === selected.instance)
		.toSorted((a, b) => (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? ''));
	if (!chats.some((each) => keyOf(each) === selected.chat)) selected.chat = chats.length > 0 ? keyOf(chats[0]) : null;
	const lastByChat = new Map(model.messages.map((each) => [keyOf(each), each]));
	fill(
		$('chats'),
		chats.map((each) =>
			chatItem(each, {
				last: lastByChat.get(keyOf(each)),
				// The same person may write to several instances.
				instance: chats.some((other) => other.id === each.id && other !== each)
					? model.instances.find(({ id }) => id === each.instanceId)
					: undefined,
				isSelected: keyOf(each) === selected.chat,
				select: () => selectChat(each),
			}),
		),
		'No chats.',
	);
	$('senders').replaceChildren(...model.chats.map((each) => element('option', { value: each.id, text: each.name })));
	const chat = model.chats.find((each) => keyOf(each) === selected.chat);
	if (chat !== undefined && form.elements.remoteJid.value === '') form.elements.remoteJid.value = chat.id;
	$('conversation-title').textContent = chat === undefined ? 'Messages' : `Messages with ${chat.name}`;
	const list = $('messages');
	const messages = model.messages.filter((each) => keyOf(each) === selected.chat).slice(-200);
	const previousItems = keptItems;
	keptItems = new Map();
	fill(
		list,
		messages.map((each) => keptItem(each, previousItems)),
		'No messages.',
	);
	if (list.dataset.chat !== selected.chat) isFollowing = true;
	list.dataset.chat = selected.chat ?? '';
	showLastMessage();
}

/** Identifies a chat, or the chat of a message: instances may have chats with the same person. */
function keyOf({ instanceId, remoteJid, id }) {
	return `${instanceId} ${remoteJid ?? id}`;
}

/** Selects the chat of a message, and shows its last message. */
export function follow(message) {
	selected.chat = keyOf(message);
	isFollowing = true;
}

function showLastMessage() {
	const list = $('messages');
	if (isFollowing) list.scrollTop = list.scrollHeight;
}

$('messages').addEventListener('scroll', ({ target }) => {
	isFollowing = target.scrollTop + target.clientHeight >= target.scrollHeight - 40;
});
// Pictures get their height when they are loaded.
$('messages').addEventListener('load', showLastMessage, { capture: true });
new ResizeObserver(showLastMessage).observe($('messages'));

function keptItem(message, previousItems) {
	const { quotedMessageId, messageId } = message.content;
	const quoted = model.messages.find(({ id }) => id === (quotedMessageId ?? messageId));
	const key = JSON.stringify([message, quoted]);
	const item = previousItems.get(key) ?? messageItem(message, quoted);
	keptItems.set(key, item);
	return item;
}

function selectChat(chat) {
	selected.chat = keyOf(chat);
	form.elements.instanceId.value = chat.instanceId;
	form.elements.remoteJid.value = chat.id;
	showFields(form);
	renderConversation();
}
