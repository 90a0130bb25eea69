import { follow, renderConversation } from './conversation.js';
import { $, element, fill } from './element.js';
import { requestOf, showFields } from './incoming.js';
import { allParts, createReload, model, partsAfter, request, selected } from './model.js';
import { deliveryItem, instanceItem, requestRow, webhookItem } from './views.js';

const form = $('incoming');

const reload = createReload(render, () => ($('live').textContent = 'Not reachable'));

function render(names) {
	if (names.has('state')) renderState();
	if (names.has('instances')) renderInstances();
	if (names.has('instances') || names.has('chats') || names.has('messages')) renderConversation();
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
	$('test-key').textContent = keys.test;
	if (document.activeElement !== $('rate')) $('rate').value = rate.limit ?? '';
	$('window').textContent = rate.windowSeconds === 60 ? 'minute' : `${rate.windowSeconds} s`;
	showDialect(model.state);
}

/** Shows the dialect, the shape of events and the Field Names that fit them. */
function showDialect(state) {
	const { dialect, dialects, eventShapes, fieldNames } = state;
	showChoice($('dialect'), dialects, state.dialectName);
	$('dialect').title = listOf(dialect);
	const shape = showChoice($('events'), eventShapes, state.eventShapeName);
	$('events').title = listOf(dialect.events);
	const { path, names, record } = dialect.events;
	$('shape').textContent = `${shape}: ${path || 'the message itself'} · ${names} · ${record}`;
	const isDefault = Object.keys(fieldNames).length === 0;
	$('field-names').textContent = JSON.stringify(fieldNames, null, 2);
	$('names').querySelector('.note').textContent = isDefault
		? 'The node needs none for this dialect: its defaults fit.'
		: "Paste this into Field Names of the node's credentials, so that the node fits this dialect.";
}

/** Fills a select with presets, and returns the chosen one. */
function showChoice(select, names, chosen) {
	select.replaceChildren(
		...[...names, 'custom'].map((name) => element('option', { value: name, text: name, disabled: name === 'custom' })),
	);
	select.value = chosen ?? 'custom';
	return select.value;
}

function listOf(settings) {
	return Object.entries(settings)
		.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
		.join('\n');
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

function selectInstance(instance) {
	selected.instance = selected.instance === instance.id ? null : instance.id;
	if (selected.instance !== null) form.elements.instanceId.value = instance.id;
	render(new Set(['instances']));
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
	follow(played);
	if (selected.instance !== null) selected.instance = played.instanceId;
	form.elements.text.value = '';
	if (!form.elements.text.disabled) form.elements.text.focus();
	await reload(['messages', 'chats', 'instances']);
});
form.addEventListener('input', () => showFields(form));
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
	void reload(allParts);
});
events.addEventListener('change', (event) => void reload(partsAfter(JSON.parse(event.data).what)));
events.addEventListener('error', () => {
	$('live').textContent = 'Connection lost, reconnecting…';
	$('live').dataset.on = 'false';
});
