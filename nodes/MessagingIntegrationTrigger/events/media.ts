import type { IDataObject } from 'n8n-workflow';
import { findFile, type FoundFile } from '../../files/findFile';
import { keyOf } from '../../messages/keys';
import type { EventMessage } from '../../messages/message';
import { textOf } from '../../shared/plainValues';

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

/** The kinds of files by the type of a message, which the reference does not list (section 2.9). */
const KINDS: Array<[string, RegExp]> = [
	['video', /video|ptv|gif/i],
	['audio', /audio|voice|ptt/i],
	['image', /image|picture|photo/i],
	['sticker', /sticker/i],
	['document', /document|file|pdf|media/i],
];

/** A file has a type or a name with an extension. */
const isFile = ({ mimeType, name = '' }: FoundFile) =>
	mimeType !== undefined || /\.\w{2,5}$/.test(name);

/** What a message refers to, and pictures of people, are not its file. */
const isOther = (name: string) =>
	keyOf(name).isReference || /thumb|avatar|profile|sender|author/i.test(name);

/**
 * Returns the files of messages: those with the type of a file, and those that contain a file with its type or name. So
 * the link of a text is no file.
 *
 * @param parameter name of the query parameter for the ID of a message (sections 4.15 and 4.16 do not show it)
 */
export function mediaOf(
	messages: EventMessage[],
	parameter: string,
	maxBytes: number,
): Array<MediaFile & { content?: FoundFile }> {
	return messages.flatMap((message): Array<MediaFile & { content?: FoundFile }> => {
		const type = textOf(message.type) ?? '';
		const found = findFile(message.record, isOther);
		const [kind] = KINDS.find(([, pattern]) => pattern.test(type)) ?? [];
		if (kind === undefined && !(found && isFile(found))) return [];
		const file = { kind: kind ?? 'file', maxBytes };
		if (found?.base64 !== undefined) return [{ ...file, content: found }];
		const id = textOf(message.messageId);
		const isOffered = kind === 'audio' || kind === 'video';
		const problem = isOffered
			? 'The event does not contain the ID of the message'
			: 'The event contains no file that can be read';
		const query = isOffered && id !== undefined ? { [parameter]: id } : undefined;
		return [{ ...file, query, url: found?.url, problem }];
	});
}
