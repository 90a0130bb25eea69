import type { IDataObject } from 'n8n-workflow';
import { findFile, type FoundFile } from '../../files/findFile';
import { keyOf } from '../../messages/keys';
import type { EventMessage } from '../../messages/message';
import { kindOfType } from '../../messages/parts';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import { textOf } from '../../shared/values';

/** A file of a message, and where to get it; a file in the event itself needs no download. */
export interface MediaFile {
	/** Of the message, e.g. `image`. */
	kind: string;
	/** Of the request of a download by the API, which has downloads of audio and video messages only. */
	query?: IDataObject;
	/** Of the file, in the event. */
	url?: string;
	/** Why there is neither. */
	problem?: string;
	maxBytes: number;
}

const looksLikeFile = ({ mimeType, name = '' }: FoundFile) =>
	mimeType !== undefined || /\.\w{2,5}$/.test(name);

/** What a message refers to, and pictures of people, are not its file. */
const isOther = (name: string) =>
	keyOf(name).isReference || /thumb|avatar|profile|sender|author/i.test(name);

/**
 * Returns the files of messages: those with the type of a file, and those that contain one with its type or name, so
 * that the link of a text is no file. @param names the reference does not show the parameter for the ID (4.15, 4.16)
 */
export function mediaOf(
	messages: EventMessage[],
	{ query: { messageId: parameter }, message: { types } }: FieldNames,
	maxBytes: number,
) {
	return messages.flatMap((message): Array<MediaFile & { content?: FoundFile }> => {
		const kind = kindOfType(message.type, types);
		if (kind === 'text') return [];
		const found = findFile(message.record, isOther);
		if (kind === undefined && !(found && looksLikeFile(found))) return [];
		const file = { kind: kind ?? 'file', maxBytes };
		if (found?.base64 !== undefined) return [{ ...file, content: found }];
		const id = textOf(message.messageId);
		const isOffered = kind === 'audio' || kind === 'video';
		const problem = isOffered
			? 'The event does not contain the ID of the message'
			: 'The event contains no file that can be read';
		const query =
			isOffered && id !== undefined && parameter !== '' ? { [parameter]: id } : undefined;
		return [{ ...file, query, url: found?.url, problem }];
	});
}
