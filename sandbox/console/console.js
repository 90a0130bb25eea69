import { showDialect } from './dialect.js';
import { element, fill } from './element.js';
import { requestOf, showFields } from './incoming.js';
import { messageItem } from './messages.js';
import { chatItem, deliveryItem, instanceItem, requestRow, webhookItem } from './views.js';

const $ = (id) => document.getElementById(id);
const model = {
	state: null,
	instances: [],
	chats: [],
	messages: [],
	webhooks: [],
	deliveries: [],
	log: [],
};
const selected = { instance: null, chat: null };
const form = $('incoming');

/** Where the parts of the model come from. */
const sources = {
	state: '/_sandbox/state',
	instances: '/_sandbox/instances',
	chats: '/_sandbox/chats',
	messages: '/_sandbox/messages',
	webhooks: '/_sandbox/webhooks',
	deliveries: '/_sandbox/deliveries?last=50',
	log: '/_sandbox/log?last=100',
};
/** Which parts to reload after a change; any other change reloads everything. */
const reloadAfter = {
	log: ['log'],
	ledger: [],
	otherHostLog: [],
	deliveries: ['deliveries'],
	messages: ['messages', 'chats'],
	chats: ['chats'],
	groups: ['chats'],
	instances: ['instances'],
	webhooks: ['webhooks'],
	dialect: ['state'],
	rate: ['state'],
};

const stale = new Set();
let isReloading = false;

async function reload(names) {
	for (const name of names) stale.add(name);
	if (isReloading) return;
	isReloading = true;
	try {
		// Changes come in bursts, so one reload covers several.
		while (stale.size > 0) {
			const batch = [...stale];
			stale.clear();
			await Promise.all(batch.map(async (name) => (model[name] = await request('GET', sources[name]))));
			render(new Set(batch));
			await new Promise((resolve) => setTimeout(resolve, 60));
		}
	} catch {
		$('live').textContent = 'Not reachable';
	} finally {
		isReloading = false;
	}
}

async function request(method, path, body) {
	const response = await fetch(path, {
		method,
		headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const result = await response.json();
	if (!response.ok) throw new Error(result.error?.message ?? `The sandbox responded with ${response.status}`);
	return result;
}

function render(names) {
	if (names.has('state')) renderState();
	if (names.has('instances')) renderInstances();
	if (names.has('instances') || names.has('chats') || names.has('messages')) renderChats();
	if (names.has('webhooks')) fill($('webhooks'), model.webhooks.map(webhookItem), 'No webhooks.');
	if (names.has('deliveries'))
		fill(
			$('deliveries'),
			model.deliveries.toReversed().map(deliveryItem),
			'No deliveries yet. Play a message while a webhook is active.',
		);
	if (names.has('log'))
		fill(
			$('requests'),
			model.log.toReversed().map((each) => requestRow(each, keyName)),
			'No requests yet. Use the base URL above in a client.',
		);
}

function renderState() {
	const { baseUrl, keys, rate } = model.state;
	$('base-url').textContent = baseUrl;
	$('live-key').textContent = keys.live;
	$('test-key').textContent = keys.test;
	if (document.activeElement !== $('rate')) $('rate').value = rate.limit ?? '';
	$('window').textContent = rate.windowSeconds === 60 ? 'minute' : `${rate.windowSeconds} s`;
	showDialect(model.state);
}

function renderInstances() {
	fill(
		$('instances'),
		model.instances.map((each) =>
			instanceItem(
				each,
				each.id === selected.instance,
				() => selectInstance(each),
				() => scan(each),
			),
		),
		'No instances.',
	);
	const select = form.elements.instanceId;
	const previous = select.value;
	select.replaceChildren(
		...model.instances.map((each) =>
			element('option', {
				value: each.id,
				text: each.status === 'connected' ? each.name : `${each.name} (${each.status})`,
			}),
		),
	);
	select.value = model.instances.some((each) => each.id === previous)
		? previous
		: (model.instances.find((each) => each.status === 'connected')?.id ?? '');
}

function renderChats() {
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

/** Whether the last message stays visible, unless the user scrolls back. */
let isFollowing = true;

function showLastMessage() {
	const list = $('messages');
	if (isFollowing) list.scrollTop = list.scrollHeight;
}

/** The items of the shown messages, by message, so that an unchanged one need not be replaced. */
let keptItems = new Map();

function keptItem(message, previousItems) {
	const { quotedMessageId, messageId } = message.content;
	const quoted = model.messages.find(({ id }) => id === (quotedMessageId ?? messageId));
	const key = JSON.stringify([message, quoted]);
	const item = previousItems.get(key) ?? messageItem(message, quoted);
	keptItems.set(key, item);
	return item;
}

function selectInstance(instance) {
	selected.instance = selected.instance === instance.id ? null : instance.id;
	if (selected.instance !== null) form.elements.instanceId.value = instance.id;
	render(new Set(['instances']));
}

function selectChat(chat) {
	selected.chat = keyOf(chat);
	form.elements.instanceId.value = chat.instanceId;
	form.elements.remoteJid.value = chat.id;
	showFields(form);
	renderChats();
}

const scan = (instance) =>
	attempt(() => request('POST', `/_sandbox/instances/${instance.id}/scan`), `${instance.name} is connected.`);

function keyName(key) {
	if (key === null) return 'none';
	return Object.entries(model.state?.keys ?? {}).find(([, value]) => value === key)?.[0] ?? 'unknown';
}

async function attempt(action, success) {
	try {
		await action();
		$('outcome').textContent = success;
		$('outcome').className = 'outcome good';
		return true;
	} catch (error) {
		$('outcome').textContent = error.message;
		$('outcome').className = 'outcome bad';
		return false;
	}
}

form.addEventListener('submit', async (event) => {
	event.preventDefault();
	let played;
	const isPlayed = await attempt(async () => {
		const { path, body } = requestOf(form, model.messages);
		played = await request('POST', path, body);
	}, 'Played. The deliveries are listed under Deliveries.');
	if (!isPlayed) return;
	selected.chat = keyOf(played);
	isFollowing = true;
	if (selected.instance !== null) selected.instance = played.instanceId;
	form.elements.text.value = '';
	if (!form.elements.text.disabled) form.elements.text.focus();
	await reload(['messages', 'chats', 'instances']);
});
form.addEventListener('input', () => showFields(form));
$('messages').addEventListener('scroll', ({ target }) => {
	isFollowing = target.scrollTop + target.clientHeight >= target.scrollHeight - 40;
});
// Pictures get their height when they are loaded.
$('messages').addEventListener('load', showLastMessage, { capture: true });
new ResizeObserver(showLastMessage).observe($('messages'));
$('rate').addEventListener('change', ({ target }) => {
	if (!target.reportValidity()) return;
	const limit = target.value === '' ? 'none' : Number(target.value);
	void attempt(
		() => request('POST', '/_sandbox/rate', { tier: limit }),
		limit === 'none' ? 'There is no rate limit.' : `The rate limit is now ${limit} requests.`,
	);
});
$('dialect').addEventListener(
	'change',
	(event) =>
		void attempt(
			() => request('POST', '/_sandbox/dialect', { name: event.target.value }),
			`The dialect is now "${event.target.value}".`,
		),
);
$('events').addEventListener('change', ({ target: { value } }) => {
	const body = { ...model.state.dialect, events: value };
	void attempt(() => request('POST', '/_sandbox/dialect', body), `Events now have the shape "${value}".`);
});
$('copy-names').addEventListener(
	'click',
	() => void attempt(() => navigator.clipboard.writeText($('field-names').textContent), 'The Field Names were copied.'),
);
$('reset').addEventListener(
	'click',
	// Without its webhook, a workflow that n8n shows as published would get no more events.
	() =>
		void attempt(
			() => request('POST', '/_sandbox/reset', { keepWebhooks: true }),
			'The data was reset. Registered webhooks were kept.',
		),
);

showFields(form);
const events = new EventSource('/_sandbox/events');
events.addEventListener('ready', () => {
	$('live').textContent = 'Live';
	$('live').dataset.on = 'true';
	void reload(Object.keys(sources));
});
events.addEventListener(
	'change',
	(event) => void reload(reloadAfter[JSON.parse(event.data).what] ?? Object.keys(sources)),
);
events.addEventListener('error', () => {
	$('live').textContent = 'Connection lost, reconnecting…';
	$('live').dataset.on = 'false';
});
