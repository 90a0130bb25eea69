import { element } from './element.js';

/** Returns a message as an item of a list. `quoted` is the message that it answers, if that is known. */
export function messageItem(message) {
	const { id, content, type, participant, fromMe, marks, timestamp, status, quoted } = message;
	const item = element('li', { class: fromMe ? 'mine' : 'theirs', 'data-id': id });
	if (participant) item.append(element('p', { class: 'note', text: participant.replace('@s.whatsapp.net', '') }));
	if (content.quotedMessageId !== undefined)
		item.append(element('blockquote', { text: quoted ? summaryOf(quoted) : content.quotedMessageId }));
	item.append(...(bodies[type] ?? unknownBody)(message));
	for (const mark of marks) item.append(element('p', { class: 'mark', text: `⚠ ${mark}` }));
	const time = new Date(timestamp * 1000).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
	item.append(element('p', { class: 'note', text: `${time} · ${status}` }));
	return item;
}

/** Returns a message as one line of text. */
export function summaryOf({ type, content }) {
	return String(content.text ?? `[${type}] ${content.caption ?? content.name ?? ''}`);
}

const bodies = {
	text: (message) =>
		typeof message.content.text === 'string' ? [paragraph(message.content.text)] : unknownBody(message),
	image: (message) => [
		element('img', { src: fileOf(message), alt: message.content.caption || 'Picture' }),
		caption(message),
	],
	video: (message) => [element('video', { src: fileOf(message), controls: '', preload: 'metadata' }), caption(message)],
	audio: (message) => [element('audio', { src: fileOf(message), controls: '', preload: 'none' }), caption(message)],
	document: (message) => [
		element('p', {}, link(fileOf(message), `📄 ${message.content.fileName || 'File'}`)),
		caption(message),
	],
	location: ({ content: { latitude, longitude, name } }) => [
		element(
			'p',
			{},
			link(`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`, `📍 ${name || 'Location'}`),
		),
	],
};

function unknownBody({ type, content }) {
	return [element('p', { class: 'note', text: type }), element('pre', { text: JSON.stringify(content, null, 2) })];
}

/** The sandbox has the files of messages without a URL, too. This page loads nothing from other hosts. */
const fileOf = ({ id, type, content }) => content.url ?? `/media/${type}/${id}`;

const caption = ({ content }) => paragraph(String(content.caption ?? ''));

/** A paragraph whose http and https URLs can be clicked. */
function paragraph(text) {
	const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]{}])/i);
	return element('p', { class: 'text' }, ...parts.map((part, index) => (index % 2 === 1 ? link(part, part) : part)));
}

/** Only links to http and https URLs; the URL of a message may be anything. */
function link(href, text) {
	if (!['http:', 'https:'].includes(new URL(href, location.href).protocol)) return text;
	return element('a', { href, text, target: '_blank', rel: 'noopener noreferrer' });
}
