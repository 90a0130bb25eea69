import { $, clock, element, fill } from './element.js';
import { messageItem, summaryOf } from './messages.js';
import { createReload, request } from './model.js';

/** The page: what is selected, the lists, and the forms. */

const { elements: fields } = $('incoming');
let model;
/** The ID of the chat that is shown. */
let selected;
/** Whether the last message stays visible, unless the user scrolls back. */
let isFollowing = true;

const tones = { delivered: 'good', pending: 'wait', failed: 'bad' };
const badge = (text, tone = '') => element('span', { class: `badge ${tone}`, text });
const line = (...parts) => element('span', { class: 'line' }, ...parts);
const cut = (text, tag = 'span') => element(tag, { class: 'cut', text, title: text });

function render(parts) {
	model = parts;
	const { state, webhooks, deliveries, log } = model;
	$('base-url').textContent = state.baseUrl;
	$('test-key').textContent = state.keys.test;
	renderInstances();
	renderChats();
	renderMessages();
	fill($('webhooks'), webhooks, webhookItem, 'No webhooks.');
	fill($('deliveries'), deliveries.toReversed(), deliveryItem, 'No deliveries yet. Play a message.');
	// Without those of this page, for pictures.
	const requests = log.filter(({ headers }) => headers['sec-fetch-site'] !== 'same-origin');
	fill($('log'), requests.toReversed(), requestRow, 'No requests yet. Use the base URL above in a client.');
}

const instance = () => model.instances.find(({ id }) => id === $('instance').value);
const messagesOfInstance = () => model.messages.filter(({ instanceId }) => instanceId === $('instance').value);
const chatsOfInstance = () => model.chats.filter(({ instanceId }) => instanceId === $('instance').value);

function renderInstances() {
	const { value } = $('instance');
	$('instance').replaceChildren(
		...model.instances.map(({ id, name, status }) => element('option', { value: id, text: `${name} (${status})` })),
	);
	const connected = model.instances.find(({ status }) => status === 'connected');
	$('instance').value = model.instances.some(({ id }) => id === value) ? value : (connected?.id ?? '');
	$('scan').hidden = instance()?.status !== 'connecting';
}

function renderChats() {
	const chats = chatsOfInstance().toSorted((a, b) => (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? ''));
	// Bots often answer in direct chats only.
	const first = chats.find(({ isGroup }) => !isGroup) ?? chats[0];
	if (!chats.some(({ id }) => id === selected)) select(first?.id);
	const last = new Map(messagesOfInstance().map((message) => [message.remoteJid, message]));
	const rows = chats.map((chat) => ({ ...chat, last: last.get(chat.id), isSelected: chat.id === selected }));
	fill($('chats'), rows, chatItem, 'No chats.');
}

function chatItem({ id, name, archived, unreadCount, last, isSelected }) {
	const note = archived ? 'archived' : unreadCount > 0 ? `${unreadCount} new` : '';
	const click = () => {
		select(id);
		render(model);
	};
	const button = { type: 'button', class: 'row', 'aria-pressed': String(isSelected), 'data-id': id, click };
	const summary = cut(last ? summaryOf(last) : 'no messages', 'div');
	return element('li', {}, element('button', button, line(cut(name), badge(note)), summary));
}

function renderMessages() {
	const chat = chatsOfInstance().find(({ id }) => id === selected);
	$('conversation-title').textContent = chat === undefined ? 'Messages' : `Messages with ${chat.name}`;
	const messages = messagesOfInstance().filter(({ remoteJid }) => remoteJid === selected);
	const rows = messages.slice(-200).map((message) => ({
		...message,
		quoted: messages.find(({ id }) => id === message.content.quotedMessageId),
	}));
	fill($('messages'), rows, messageItem, 'No messages.');
	showLastMessage();
}

function webhookItem({ url, events, isActive, retryOnFailure }) {
	const names = events.length === 0 ? 'all events' : events.join(', ');
	return element(
		'li',
		{ class: 'item' },
		line(cut(url), isActive ? badge('active', 'good') : badge('inactive')),
		element('p', { class: 'note cut', text: `${names}${retryOnFailure ? ' · retries' : ''}` }),
	);
}

function deliveryItem({ id, at, url, event, state, attempts, body }) {
	const last = attempts.at(-1);
	const result = [state, last?.status ?? last?.error].filter(Boolean).join(' · ');
	const responses = attempts.map(
		(attempt) => `${clock(attempt.at)}  ${attempt.status ?? attempt.error}  ${attempt.body}`,
	);
	return element(
		'li',
		{ class: 'item' },
		element(
			'details',
			{ 'data-id': id },
			element('summary', {}, `${clock(at)} ${event} `, badge(result, tones[state])),
			element('p', { class: 'note', text: `to ${url}` }),
			element('pre', { text: JSON.stringify(JSON.parse(body), shorten, 2) }),
			element('pre', { text: responses.join('\n').slice(0, 1000) }),
		),
	);
}

/** A long text, such as a file, is shortened. */
const shorten = (_name, value) =>
	typeof value === 'string' && value.length > 300 ? `${value.slice(0, 60)}… (${value.length} characters)` : value;

function requestRow({ at, method, url, key, status, problems, body = '' }) {
	const [name = key ? 'unknown' : 'none'] = Object.entries(model.state.keys).find(([, value]) => value === key) ?? [];
	const tone = status === null || status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
	const texts = [clock(at), `${method} ${url.replace(/^\/api\/v2/, '')}`, name, body && JSON.stringify(body)];
	const response = [status ?? 'no response', ...problems].join(' · ');
	return element(
		'tr',
		{},
		...texts.map((text) => cut(text, 'td')),
		element('td', { class: `badge ${tone}`, text: response, title: response }),
	);
}

function select(chat) {
	selected = chat;
	isFollowing = true;
	fields.remoteJid.value = chat ?? '';
}

function showLastMessage() {
	if (isFollowing) $('messages').scrollTop = $('messages').scrollHeight;
}

/** Does what a button is for, and shows that it worked, or why it did not. Returns the result. */
async function attempt(action, success) {
	const outcome = $('outcome');
	try {
		const result = await action();
		outcome.textContent = success;
		outcome.className = 'pad good';
		return result;
	} catch (error) {
		outcome.textContent = error.message;
		outcome.className = 'pad bad';
		return undefined;
	}
}

/** People write phone numbers with +, spaces and dashes; messages contain the digits. */
const plainNumber = (text) => (/^\+?[\d\s().-]+$/.test(text) ? text.replace(/\D/g, '') : text);

$('incoming').addEventListener('submit', async (event) => {
	event.preventDefault();
	const { remoteJid, type, text, fromMe } = fields;
	const body = {
		instanceId: $('instance').value,
		remoteJid: plainNumber(remoteJid.value),
		type: type.value,
		text: text.value || undefined,
		fromMe: fromMe.checked,
	};
	const played = await attempt(() => request('POST', '/_sandbox/incoming', body), 'Played. See Deliveries.');
	if (played === undefined) return;
	select(played.remoteJid);
	// What was typed in the meantime stays.
	if (text.value === body.text) text.value = '';
	text.focus();
	await reload('messages');
});
$('event').addEventListener('submit', (event) => {
	event.preventDefault();
	const deliver = async () => await request('POST', '/_sandbox/event', JSON.parse(event.target.elements.json.value));
	void attempt(deliver, 'Delivered. See Deliveries.');
});
$('instance').addEventListener('change', () => render(model));
$('scan').addEventListener('click', () => {
	const { id, name } = instance();
	void attempt(() => request('POST', `/_sandbox/instances/${id}/scan`), `${name} is connected.`);
});
$('reset').addEventListener('click', () => {
	// Without its webhook, a workflow that n8n shows as published would get no more events.
	const reset = () => request('POST', '/_sandbox/reset', { keepWebhooks: true });
	void attempt(reset, 'The data was reset. Registered webhooks were kept.');
});
$('messages').addEventListener('scroll', ({ target }) => {
	isFollowing = target.scrollTop + target.clientHeight >= target.scrollHeight - 40;
});
// The list becomes smaller when a form is opened.
new ResizeObserver(showLastMessage).observe($('messages'));

const show = (text, tone) => {
	$('live').textContent = text;
	$('live').className = tone;
};
const reload = createReload(render, () => show('Not reachable', 'bad'));
const changes = new EventSource('/_sandbox/events');
changes.addEventListener('ready', () => {
	show('Live', 'good');
	void reload('reset');
});
changes.addEventListener('change', ({ data }) => void reload(JSON.parse(data).what));
changes.addEventListener('error', () => show('Connection lost, reconnecting…', 'wait'));
