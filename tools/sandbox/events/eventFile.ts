import { isMediaKind, lengthOf, toBase64 } from '../media/media';
import { isObject } from '../messages/fieldPath';
import { findFile } from '../requests/findRecord';
import type { SandboxState } from '../state/sandboxState';
import type { EventFile } from '../types/dialect';
import type { Message } from '../types/records';

/** Larger files remain URLs, since the sandbox keeps the bodies of many deliveries. */
const maxBytes = 1_000_000;

/**
 * Returns a message as an event contains it: with the URL of its file, if that is one of the sandbox's, replaced as the
 * dialect says.
 *
 * @param file overrides the dialect
 */
export function withEventFile(state: SandboxState, message: Message, file?: EventFile): Message {
	const chosen = file ?? state.dialect.events.file;
	const { id, type, content } = message;
	if (!isObject(content) || typeof content['url'] !== 'string') return message;
	const { url, ...rest } = content;
	const media = `${state.origin}/media/`;
	if (chosen === 'url' || !url.startsWith(media) || !isMediaKind(type)) return message;
	if (chosen === 'otherHost')
		return { ...message, content: { url: url.replace(state.origin, state.otherOrigin), ...rest } };
	const found = findFile(state, type, id);
	if (lengthOf(found) > maxBytes) return message;
	const prefix = chosen === 'dataUri' ? `data:${found.mimetype};base64,` : '';
	const base64 = prefix + toBase64(found);
	return { ...message, content: { base64, mimetype: found.mimetype, ...rest } };
}
