import type { Dialect } from '../types/dialect';
import type { FieldNames } from '../types/sandbox';
import { dialectOf } from './dialects';

/**
 * Returns the Field Names for the node's credentials with which it fits a dialect. The keys are those of the node; the
 * names of the dialect `documented` are missing, because they are the node's defaults.
 */
export function fieldNamesOf(dialect: Dialect): FieldNames {
	return without(namesOf(dialect), namesOf(dialectOf())) ?? {};
}

function namesOf(dialect: Dialect): FieldNames {
	const { text, image, video, audio, document } = dialect.typeNames;
	return {
		message: {
			instance: dialect.instanceField,
			recipient: dialect.recipientField,
			recipientSuffix: dialect.recipientSuffix,
			type: dialect.typeField,
			content: dialect.contentField,
			text: dialect.textField,
			caption: dialect.captionField,
			mediaUrl: dialect.mediaUrlField,
			mediaData: dialect.mediaDataField,
			mediaDataFormat: dialect.mediaDataFormat,
			fileName: dialect.fileNameField,
			mimeType: dialect.mimeTypeField,
			quotedMessageId: dialect.replyToField,
			types: {
				text: text ?? 'text',
				image: image ?? 'image',
				video: video ?? 'video',
				audio: audio ?? 'audio',
				document: document ?? 'document',
			},
		},
		query: {
			chat: dialect.chatParameter,
			instance: dialect.instanceParameter,
			pageSize: dialect.pageSizeParameter,
			cursor: dialect.cursorParameter,
			messageId: dialect.downloadParameter,
		},
		group: { lifetime: dialect.ephemeralField },
		event: eventNamesOf(dialect),
	};
}

/** Names that the node finds by itself are missing: those of every shape but `foreign`. */
function eventNamesOf({ events: { path, fields } }: Dialect): FieldNames {
	if (fields.fromMe === undefined) return {};
	const names = path.split('.').map((each) => each.replaceAll('[]', '').split('+'));
	return {
		message: names.map((each) => each.at(-1)).join('.'),
		name: names[0]!.length > 1 ? names[0]![0]! : '',
		...fields,
	};
}

/** Leaves out what is the same; undefined if all is. */
function without(names: FieldNames, defaults: FieldNames): FieldNames | undefined {
	const different: FieldNames = {};
	for (const [key, value] of Object.entries(names)) {
		const fallback = defaults[key];
		if (value === fallback) continue;
		const rest = typeof value === 'string' ? value : without(value, isGroup(fallback) ? fallback : {});
		if (rest !== undefined) different[key] = rest;
	}
	return Object.keys(different).length === 0 ? undefined : different;
}

const isGroup = (value: FieldNames[string] | undefined): value is FieldNames => typeof value === 'object';
