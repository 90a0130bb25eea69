/** The form that plays a message, or a change of a sent one. */

/** What the text is for; null if the kind has none. */
const textLabels = {
	text: 'Text',
	image: 'Caption',
	audio: null,
	video: 'Caption',
	document: 'Caption',
	location: 'Name of the place',
	reaction: 'Emoji',
	buttonsResponse: 'Title of the button',
	edited: 'New text',
	deleted: null,
	contacts: null,
	status: null,
};

const withFile = ['image', 'audio', 'video', 'document'];

/** Shows the fields that the kind and the chat have. */
export function showFields({ elements }) {
	const { type, text, status, remoteJid, participant, fromMe, file, quote } = elements;
	const label = textLabels[type.value];
	const isStatus = ['status', 'contacts'].includes(type.value);
	show(text, label !== null);
	text.required = type.value === 'text';
	text.labels[0].querySelector('span').textContent = label ?? '';
	show(status, type.value === 'status');
	show(participant, !isStatus && !fromMe.checked && remoteJid.value.endsWith('@g.us'));
	show(file, withFile.includes(type.value));
	show(quote, !isStatus);
	show(fromMe, !isStatus);
}

function show(field, isShown) {
	field.labels[0].hidden = !isShown;
	field.disabled = !isShown;
}

/** People write phone numbers with +, spaces and dashes; messages contain the digits. */
function plainNumber(text = '') {
	return /^\+?[\d\s().-]+$/.test(text) ? text.replace(/\D/g, '') : text;
}

/**
 * Returns the path and the body of the request that plays what the form contains.
 *
 * @throws if the status of a sent message shall change, and the chat has none
 */
export function requestOf(form, messages) {
	const { instanceId, type, text, status, fromMe, file, quote, ...typed } = Object.fromEntries(new FormData(form));
	const [remoteJid, participant] = [typed.remoteJid, typed.participant].map(plainNumber);
	if (type === 'contacts') return { path: '/_sandbox/contacts', body: { instanceId } };
	if (type !== 'status')
		return {
			path: '/_sandbox/incoming',
			body: {
				instanceId,
				remoteJid,
				type,
				text: text || undefined,
				participant: participant || undefined,
				fromMe: fromMe === 'on',
				quote: quote === 'on',
				file: file || undefined,
			},
		};
	const last = messages.findLast(
		(each) => each.fromMe && [remoteJid, `${remoteJid}@s.whatsapp.net`].includes(each.remoteJid),
	);
	if (last === undefined) throw new Error('This chat has no sent message.');
	return { path: `/_sandbox/messages/${last.id}/status`, body: { status } };
}
