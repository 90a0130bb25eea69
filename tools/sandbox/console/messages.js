import { dayAndClock, element } from './element.js';

/** Returns a message as an item of a list. `quoted` is the message that it answers or reacts to, if that is known. */
export function messageItem(message, quoted) {
	const { quotedMessageId } = message.content;
	const item = element('li', { class: message.fromMe ? 'mine' : '', 'data-id': message.id });
	if (message.participant) item.append(element('p', { class: 'sender', text: nameOf(message.participant) }));
	if (quotedMessageId !== undefined)
		item.append(element('blockquote', { text: quoted ? summaryOf(quoted) : `message ${quotedMessageId}` }));
	item.append(...(bodies[message.type] ?? unknownBody)(message, quoted));
	for (const mark of message.marks) item.append(element('p', { class: 'mark', text: `⚠ ${mark}` }));
	item.append(
		element('p', {
			class: 'note',
			text: `${dayAndClock(message.timestamp * 1000)} · ${message.status}`,
		}),
	);
	return item;
}

/** Returns a message as one line of text. */
export function summaryOf({ type, content }) {
	if (type === 'reaction') return `reacted with ${content.emoji || 'nothing'}`;
	if (typeof content.text === 'string') return content.text;
	if (type === 'text') return JSON.stringify(content);
	return `[${type}] ${content.caption || content.name || content.fileName || ''}`.trim();
}

const bodies = {
	text: ({ content }) => (isText(content.text) ? [paragraph(content.text)] : [json(content)]),
	image: (message) => [
		element('img', {
			src: fileOf(message),
			alt: message.content.caption || 'Picture',
			on: { error: ({ target }) => target.replaceWith(fileLink(message)) },
		}),
		...captionOf(message),
	],
	video: (message) => [
		element('video', { src: fileOf(message), controls: true, preload: 'metadata' }),
		...captionOf(message),
	],
	audio: (message) => [
		element('audio', { src: fileOf(message), controls: true, preload: 'none' }),
		...captionOf(message),
	],
	document: (message) => [fileLink(message), ...captionOf(message)],
	location: ({ content: { latitude, longitude, name, address } }) => {
		const url = `https://www.openstreetmap.org/?mlat=${Number(latitude)}&mlon=${Number(longitude)}`;
		const place = link(url, `📍 ${name || 'Location'}`);
		const details = [address, `${latitude}, ${longitude}`].filter(Boolean).join(' · ');
		return [element('p', {}, place), element('p', { class: 'detail', text: details })];
	},
	contact: ({ content: { name, phone } }) => [paragraph(`👤 ${[name, phone].filter(Boolean).join(' · ')}`)],
	reaction: ({ content }, quoted) => [
		element('p', { class: 'emoji', text: content.emoji || '(reaction taken back)' }),
		element('p', {
			class: 'detail',
			text: `to: ${quoted ? summaryOf(quoted) : `message ${content.messageId}`}`,
		}),
	],
};

function unknownBody({ type, content }) {
	return [element('p', { class: 'detail', text: type }), json(content)];
}

function isText(value) {
	return typeof value === 'string';
}

function json(content) {
	return element('pre', { text: JSON.stringify(content, null, 2) });
}

function captionOf({ content }) {
	return isText(content.caption) && content.caption !== '' ? [paragraph(content.caption)] : [];
}

/** The sandbox fetches files at URLs, because this page loads nothing from other hosts. */
function fileOf({ id, file }) {
	return `/_sandbox/messages/${id}/file?${file?.sha256 ?? ''}`;
}

function fileLink(message) {
	const { content, file } = message;
	const { fileName, url } = content;
	const size = file === undefined ? '' : ` · ${file.size.toLocaleString('en-GB')} bytes`;
	const kept = file?.isKept === false ? ' · no longer kept' : '';
	const text = `📄 ${fileName || url || 'File'}${size}${kept}`;
	return element('p', {}, isText(url) && isHttp(url) ? link(url, text) : text);
}

function nameOf(address) {
	const [phone, domain] = address.split('@');
	return domain === 's.whatsapp.net' ? `+${phone}` : address;
}

/** A paragraph whose http and https URLs can be clicked. */
function paragraph(text) {
	const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]{}])/i);
	return element(
		'p',
		{ class: 'text' },
		...parts.map((part, index) => (index % 2 === 1 && isHttp(part) ? link(part, part) : part)),
	);
}

function isHttp(url) {
	return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

function link(href, text) {
	return element('a', { href, text, target: '_blank', rel: 'noopener noreferrer' });
}
