import { isDownloadable, type MediaFile } from '../../files/downloadMedia';
import { findFile } from '../../files/findFile';
import { isFileType, kindOfType } from '../../messages/content';
import { nameOf, typeOfWord } from '../../messages/words';
import type { EventMessage } from '../../messages/message';
import { textOf } from '../../shared/values';
import type { FieldNames } from '../../transport/credentials/fieldNames';

/** Returns the files of messages, by the types of these. @param maxBytes of one file */
export function mediaOf(messages: EventMessage[], { query, types }: FieldNames, maxBytes: number): MediaFile[] {
	return messages.flatMap((message): MediaFile[] => {
		const kind = kindOfType(message.type, types);
		if (kind === undefined || !isFileType(kind)) return [];
		const find = (source: unknown) => findFile(source, (name) => isUnrelatedObject(name, kind));
		const content = find(message.record) ?? find(message.surroundings);
		const file = { kind, maxBytes };
		if (content?.base64 !== undefined) return [{ ...file, content }];
		const id = isDownloadable(file) && query.messageId !== '' ? textOf(message.messageId) : undefined;
		return [{ ...file, url: content?.url, query: id === undefined ? undefined : { [query.messageId]: id } }];
	});
}

/** Whether an object, by its name, is about something else than the message, or another kind of file. */
function isUnrelatedObject(name: string, kind: string): boolean {
	const place = nameOf(name).place ?? (/profile|avatar|group|link/i.test(name) ? 'other' : 'message');
	if (place !== 'message' && place !== 'content') return true;
	// A file may be a document only by name.
	const type = typeOfWord(name);
	return type !== kind && type !== 'document' && isFileType(type);
}
