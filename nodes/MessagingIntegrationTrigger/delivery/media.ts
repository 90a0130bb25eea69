import { isDownloadable, type MediaFile } from '../../files/downloadMedia';
import { findFile, type FoundFile } from '../../files/findFile';
import { isFileType } from '../../messages/fields/content';
import { nameOf } from '../../messages/fields/vocabulary';
import type { EventMessage } from '../../messages/message';
import { kindOfType } from '../../messages/simplify';
import { textOf } from '../../shared/values';
import type { FieldNames } from '../../transport/credentials/fieldNames';

/** Returns the files of messages: by the type, or because there is one with a type or a name, unlike a link. */
export function mediaOf(messages: EventMessage[], { query, types }: FieldNames, maxBytes: number): MediaFile[] {
	return messages.flatMap((message): MediaFile[] => {
		const kind = kindOfType(message.type, types);
		if (kind !== undefined && !isFileType(kind)) return [];
		const find = (place: unknown) => findFile(place, (name) => isOther(name, kind));
		// The only message of an event may have its file beside it.
		const found = find(message.record) ?? (messages.length === 1 ? find(message.event) : undefined);
		if (kind === undefined && !(found && looksLikeFile(found))) return [];
		const file = { kind: kind ?? 'file', maxBytes };
		if (found?.base64 !== undefined) return [{ ...file, content: found }];
		const id = isDownloadable(file) && query.messageId !== '' ? textOf(message.messageId) : undefined;
		return [{ ...file, url: found?.url, query: id === undefined ? undefined : { [query.messageId]: id } }];
	});
}

const looksLikeFile = ({ mimeType, name = '' }: FoundFile) => mimeType !== undefined || /\.\w{2,5}$/.test(name);

/** What a message refers to, pictures of people and chats, and what is named like another kind, are not its file. */
function isOther(name: string, kind: string | undefined): boolean {
	const { isOfAnother, place, type } = nameOf(name);
	if (isOfAnother || place !== undefined || /profile/i.test(name)) return true;
	// A file may be a document only by name.
	return kind !== undefined && type !== kind && type !== 'document' && isFileType(type);
}
