import { clock, element } from './element.js';
import { summaryOf } from './messages.js';

/** The color of a status. */
const tones = {
	connected: 'good',
	connecting: 'wait',
	disconnected: '',
	error: 'bad',
	delivered: 'good',
	pending: 'wait',
	failed: 'bad',
};

export function instanceItem(instance, isSelected, select, scan) {
	const row = element(
		'button',
		{
			type: 'button',
			class: 'row',
			'aria-pressed': String(isSelected),
			'data-id': instance.id,
			on: { click: select },
		},
		element(
			'span',
			{ class: 'line' },
			element('span', { class: 'name', text: instance.name }),
			element('span', { class: `badge ${tones[instance.status]}`, text: instance.status }),
		),
		element('span', {
			class: 'note',
			text: instance.phone === undefined ? 'no phone number' : `+${instance.phone}`,
		}),
	);
	const item = element('li', {}, row);
	if (instance.status === 'connecting')
		item.append(
			element('button', {
				type: 'button',
				class: 'small',
				text: 'Pretend to scan or enter the code',
				'data-id': `scan ${instance.id}`,
				on: { click: scan },
			}),
		);
	return item;
}

/** @param instance of the chat, if it shall be named */
export function chatItem(chat, { last, instance, isSelected, select }) {
	const line = element('span', { class: 'line' }, element('span', { class: 'name', text: chat.name }));
	if (chat.archived) line.append(element('span', { class: 'badge', text: 'archived' }));
	else if (chat.unreadCount > 0)
		line.append(
			element('span', {
				class: 'count',
				text: String(chat.unreadCount),
				'aria-label': `${chat.unreadCount} unread`,
			}),
		);
	const note = element(
		'span',
		{ class: 'note line' },
		element('span', { text: last === undefined ? 'no messages' : summaryOf(last) }),
	);
	if (instance !== undefined) line.append(element('span', { class: 'badge', text: instance.name }));
	return element(
		'li',
		{},
		element(
			'button',
			{
				type: 'button',
				class: 'row',
				'aria-pressed': String(isSelected),
				'data-id': chat.id,
				on: { click: select },
			},
			line,
			note,
		),
	);
}

export function webhookItem(webhook) {
	const events = webhook.events.length === 0 ? 'all events' : webhook.events.join(', ');
	return element(
		'li',
		{ class: 'item' },
		element(
			'p',
			{ class: 'line' },
			element('code', { text: webhook.url, title: webhook.url }),
			element('span', {
				class: `badge ${webhook.isActive ? 'good' : ''}`,
				text: webhook.isActive ? 'active' : 'inactive',
			}),
		),
		element('p', { class: 'note', text: `${events}${webhook.retryOnFailure ? ' · retries' : ''}` }),
	);
}

export function deliveryItem(delivery) {
	const last = delivery.attempts.at(-1);
	const result =
		last === undefined
			? delivery.state
			: `${delivery.state} · ${last.status ?? last.error}${delivery.attempts.length > 1 ? ` · ${delivery.attempts.length} attempts` : ''}`;
	const summary = element(
		'summary',
		{ 'data-id': `summary ${delivery.id}` },
		element('span', { class: 'name', text: delivery.event }),
		` ${clock(delivery.at)} `,
		element('span', { class: `badge ${tones[delivery.state]}`, text: result }),
	);
	const responses = delivery.attempts
		.map((each) => `${clock(each.at)}  ${each.status ?? each.error}  ${each.body.slice(0, 300)}`)
		.join('\n');
	return element(
		'li',
		{ class: 'item' },
		element(
			'details',
			{ 'data-id': `details ${delivery.id}` },
			summary,
			element('p', { class: 'note', text: `to ${delivery.url}`, title: delivery.url }),
			element('pre', { class: 'body', text: pretty(delivery.body) }),
			element('pre', { text: `Responses\n${responses}` }),
		),
	);
}

export function requestRow(request, keyName) {
	const status = request.status;
	// The node asks for a page where the documentation does not say whether there are pages.
	const isExpected = status === 400 && /^page Unknown query parameter 'page'$/.test(request.problems.join());
	const tone = status === null || status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
	const text = [status ?? 'no response', isExpected ? 'expected' : request.problems[0]];
	const body = request.rawBody;
	return element(
		'tr',
		{ title: request.problems.join('\n') || undefined },
		element('td', { text: clock(request.at) }),
		element('td', { class: 'name', text: request.method }),
		element('td', { class: 'mono', text: request.url.replace(/^\/api\/v2/, '') }),
		element('td', { text: keyName(request.key) }),
		element('td', { class: 'mono body', text: body, title: body || undefined }),
		element('td', {
			class: isExpected ? 'badge' : `badge ${tone}`,
			text: text.filter(Boolean).join(' · '),
		}),
	);
}

/** Returns JSON with line breaks; a long text, such as a file, is shortened. */
function pretty(json) {
	const shorten = (_name, value) =>
		typeof value === 'string' && value.length > 300
			? `${value.slice(0, 60)}… (${value.length.toLocaleString('en-GB')} characters)`
			: value;
	try {
		return JSON.stringify(JSON.parse(json, shorten), null, 2);
	} catch {
		return json;
	}
}
