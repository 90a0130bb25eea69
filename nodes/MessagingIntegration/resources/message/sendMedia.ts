import type { IBinaryData } from 'n8n-workflow';
import { base64Digits } from '../../../files/findFile';
import { sha256 } from '../../../shared/texts';
import { choicesOf, property } from '../../../shared/property';
import { isObject, textOf } from '../../../shared/values';
import { inputFileName, instanceId, recipient, replyTo, simplify } from '../../fields/fields';
import type { Field, FieldOf } from '../../input/field';
import { boolean, choice, fileUrl, messageText, optional, text } from '../../input/readers';
import { type MessageBody, messageBody } from '../../input/body';
import { messageResponse } from '../../run/returns';
import { operation } from '../common/operation';

/** The content of a file is read when it is sent: not all files of a run are in memory at once. */
async function mediaMessage(fieldOf: FieldOf): Promise<MessageBody> {
	const isFile = choice(fieldOf('mediaSource')) === 'binary';
	const input = fieldOf(inputFileName.name);
	const mediaType = fieldOf('mediaType');
	const maxSize = fieldOf('options').inner('maxFileSize');
	const file = isFile ? await findInputFile(input, mediaType, maxSize) : undefined;
	const isAudio = choice(mediaType) === 'audio';
	const caption = fieldOf('caption');
	// The form hides it, but not if Media Type is an expression.
	if (isAudio && mediaType.isExpression && !caption.isBlank)
		throw caption.error(
			'An audio file cannot have a caption',
			'Send the text as a message of its own, or make the expression return nothing.',
		);
	const isVoice = isAudio && boolean(fieldOf('voiceNote'));
	// Voice notes may have a type of their own.
	const { voice } = (await input.context.credentials()).fieldNames.types;
	const values = {
		voiceNote: isVoice && voice === '' ? true : undefined,
		mediaUrl: isFile ? undefined : await fileUrl(fieldOf('mediaUrl')),
		caption: isAudio ? undefined : optional(messageText)(caption),
		fileName: optional(text)(fieldOf('fileName')) ?? file?.fileName,
		mimeType: file?.mimeType,
		// Its place in the body is checked for all items before the first is sent.
		mediaData: file && 'not read yet',
	};
	const lateValues = file && (async () => ({ mediaData: await readInputFile(file, input) }));
	const type = isVoice && voice !== '' ? 'voice' : choice(mediaType);
	// Without an ID, the content is in the item.
	const fileId = file && (file.id ?? sha256(textOf(file.data) ?? ''));
	return { ...(await messageBody(fieldOf, type, values, { lateValues })), file: fileId };
}

/** A document may be a file of any type. */
function checkType(mediaType: Field, mimeType: string): void {
	const type = mimeType.toLowerCase();
	const fileKind = choice(mediaType);
	const isAmbiguous = /^application\/(octet-stream|ogg|mp4)/.test(type);
	if (fileKind === 'document' || type.startsWith(`${fileKind}/`) || isAmbiguous) return;
	throw mediaType.error(
		`The file is of the type ${mimeType}, but Media Type is ${fileKind}`,
		'Choose the Media Type of the file, or Document.',
	);
}

/** Checks the file in the binary field that a field names, without reading it. A Code node's may lack anything. */
async function findInputFile(field: Field, mediaType: Field, maxSize: Field): Promise<IBinaryData> {
	const name = text(field);
	const binary = field.context.getInputData().binary ?? {};
	const file = binary[name];
	if (!isObject(file)) {
		const names = Object.keys(binary).join(', ') || 'none, so connect a node whose output contains the file';
		throw field.error(
			`The input item has no file "${name}"`,
			`Enter the name of a binary field of the item. It has: ${names}.`,
		);
	}
	const max = Number(maxSize.isBlank ? maxSize.property.default : maxSize.value);
	if (!(max > 0)) throw maxSize.error('The maximum file size is invalid', 'Enter a number of MB.');
	const { id, data } = file;
	const fileMetadata = id && (await fromStore(field, field.context.helpers.getBinaryMetadata(id)));
	const size = fileMetadata ? fileMetadata.fileSize : bytesOf(data, field).length;
	if (size === 0) throw field.error(`The file "${name}" is empty`, 'Check the node that created it.');
	const mimeType = textOf(file.mimeType) ?? 'application/octet-stream';
	checkType(mediaType, mimeType);
	if (size <= max * 1_000_000) return { ...file, mimeType };
	throw field.error(
		`The file "${name}" is too large: it has ${inMegabytes(size)}, and the maximum is ${inMegabytes(max * 1_000_000)}`,
		`Send a smaller file, or increase ${maxSize.label} under Options.`,
	);
}

const inMegabytes = (bytes: number): string => `${Number((bytes / 1_000_000).toPrecision(3))} MB`;

/** The content of a file that is in the item: base64, perhaps with line breaks or as a data URI. */
function bytesOf(data: unknown, field: Field): Buffer {
	const digits = base64Digits((textOf(data) ?? '').replace(/^data:[^,]{0,200};base64,/i, ''));
	if (digits !== undefined) return Buffer.from(digits, 'base64');
	throw field.error(
		`The content of the file "${text(field)}" is not base64`,
		'A Code node has to create the file with this.helpers.prepareBinaryData, or as base64.',
	);
}

async function readInputFile({ id, data }: IBinaryData, field: Field): Promise<string> {
	const { helpers } = field.context;
	const content = id
		? await fromStore(field, helpers.getBinaryStream(id).then(helpers.binaryToBuffer))
		: bytesOf(data, field);
	return content.toString('base64');
}

async function fromStore<Result>(field: Field, reading: Promise<Result>): Promise<Result> {
	return await reading.catch((): never => {
		throw field.error(
			`n8n cannot read the file "${text(field)}"`,
			'n8n may have deleted it already. Run the node that creates it again.',
		);
	});
}

/** Reference, section 4.19, which shows neither the types of messages nor what they contain. */
export const sendMedia = operation({
	name: 'Send Media',
	action: 'Send media message',
	description: 'Send an image, a video, an audio file or a document',
	request: 'POST /messages',
	message: mediaMessage,
	returns: messageResponse,
	fields: [
		instanceId,
		recipient,
		property('options', 'Media Type', 'mediaType', {
			options: ['Audio', 'Document', 'Image', 'Video'].map((name) => ({ name, value: name.toLowerCase() })),
			default: 'image',
			description: 'How the recipient sees the file',
		}),
		property('options', 'Media Source', 'mediaSource', {
			options: choicesOf({ binary: 'File From Previous Node', url: 'URL' }),
			default: 'url',
			description: 'Where the file comes from',
		}),
		property('string', 'Media URL', 'mediaUrl', {
			required: true,
			placeholder: 'e.g. https://example.com/photo.jpg',
			displayOptions: { show: { mediaSource: ['url'] } },
			description: 'URL of the file, which the service must be able to access',
		}),
		{ ...inputFileName, displayOptions: { show: { mediaSource: ['binary'] } } },
		property('string', 'Caption', 'caption', {
			typeOptions: { rows: 2 },
			placeholder: 'e.g. Our new menu',
			displayOptions: { hide: { mediaType: ['audio'] } },
			description: 'Text below the file',
		}),
		property('string', 'File Name', 'fileName', {
			placeholder: 'e.g. menu.pdf',
			description: 'Name that the recipient sees. If empty, the name of the file from the previous node.',
		}),
		property('boolean', 'Voice Note', 'voiceNote', {
			displayOptions: { show: { mediaType: ['audio'] } },
			description: 'Whether to send the audio as if it had been recorded in the chat, instead of as a file',
		}),
		replyTo,
		...simplify,
	],
});
