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

const span = (className, text, ...more) => element('span', { class: className, text }, ...more);
const badge = (text, tone = '') => span(`badge ${tone}`, text);

/** A row of a list that can be chosen, with two lines. */
function choiceOf(id, isSelected, select, ...lines) {
	const attributes = { type: 'button', class: 'row', 'aria-pressed': String(isSelected), 'data-id': id };
	return element('li', {}, element('button', { ...attributes, on: { click: select } }, ...lines));
}

export function instanceItem({ id, name, status, phone }, isSelected, select, scan) {
	const line = span('line', undefined, span('name', name), badge(status, tones[status]));
	const item = choiceOf(
		id,
		isSelected,
		select,
		line,
		span('note', phone === undefined ? 'no phone number' : `+${phone}`),
	);
	const button = { type: 'button', class: 'small', 'data-id': `scan ${id}`, on: { click: scan } };
	if (status === 'connecting') item.append(element('button', { ...button, text: 'Pretend to scan or enter the code' }));
	return item;
}

/** @param instance of the chat, if it shall be named */
export function chatItem({ id, name, archived, unreadCount }, { last, instance, isSelected, select }) {
	const line = span('line', undefined, span('name', name));
	if (archived) line.append(badge('archived'));
	else if (unreadCount > 0)
		line.append(element('span', { class: 'count', text: unreadCount, 'aria-label': `${unreadCount} unread` }));
	if (instance !== undefined) line.append(badge(instance.name));
	const note = span('note line', undefined, span('', last === undefined ? 'no messages' : summaryOf(last)));
	return choiceOf(id, isSelected, select, line, note);
}

export function webhookItem({ url, events, isActive, retryOnFailure }) {
	const names = events.length === 0 ? 'all events' : events.join(', ');
	const state = isActive ? badge('active', 'good') : badge('inactive');
	return element(
		'li',
		{ class: 'item' },
		element('p', { class: 'line' }, element('code', { text: url, title: url }), state),
		element('p', { class: 'note', text: `${names}${retryOnFailure ? ' · retries' : ''}` }),
	);
}

export function deliveryItem({ id, at, url, event, state, attempts, body }) {
	const last = attempts.at(-1);
	const count = attempts.length > 1 ? [`${attempts.length} attempts`] : [];
	const result = last === undefined ? state : [state, last.status ?? last.error, ...count].join(' · ');
	const responses = attempts.map(
		(each) => `${clock(each.at)}  ${each.status ?? each.error}  ${each.body.slice(0, 300)}`,
	);
	const details = element(
		'details',
		{ 'data-id': `details ${id}` },
		element(
			'summary',
			{ 'data-id': `summary ${id}` },
			span('name', event),
			` ${clock(at)} `,
			badge(result, tones[state]),
		),
		element('p', { class: 'note', text: `to ${url}`, title: url }),
		element('pre', { class: 'body', text: pretty(body) }),
		element('pre', { text: `Responses\n${responses.join('\n')}` }),
	);
	return element('li', { class: 'item' }, details);
}

export function requestRow({ at, method, url, key, status, problems, rawBody }, keyName) {
	// The node asks for a page where the documentation does not say whether there are pages.
	const isExpected = status === 400 && /^page Unknown query parameter 'page'$/.test(problems.join());
	const tone = status === null || status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
	const response = [status ?? 'no response', isExpected ? 'expected' : problems[0]].filter(Boolean).join(' · ');
	const cell = (className, text, title) => element('td', { class: className, text, title });
	return element(
		'tr',
		{ title: problems.join('\n') || undefined },
		cell('', clock(at)),
		cell('name', method),
		cell('mono', url.replace(/^\/api\/v2/, '')),
		cell('', keyName(key)),
		cell('mono body', rawBody, rawBody || undefined),
		cell(`badge ${isExpected ? '' : tone}`, response),
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
