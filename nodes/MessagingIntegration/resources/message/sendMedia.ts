import type { IDataObject } from 'n8n-workflow';
import { runItem } from '../../execution/runItem';
import { instanceId, recipient, replyTo } from '../../fields/locators';
import { inputFileName, simplify } from '../../fields/output';
import { type Field, type FieldOf, fieldsOf } from '../../input/field';
import { choice, fileUrl, optional, text } from '../../input/readers';
import { findInputFile, readInputFile } from '../../input/inputFile';
import { messageBody } from '../../input/body';
import { receiveMessage } from '../../output/receive';
import { operation } from '../common/operation';

const fromUrl = { show: { mediaSource: ['url'] } };
const fromFile = { show: { mediaSource: ['binary'] } };

/** @param readsFile whether to read the content of a file; all items are checked before the first one is read */
async function mediaBody(fieldOf: FieldOf, readsFile = false): Promise<IDataObject> {
	const isFile = choice(fieldOf('mediaSource')) === 'binary';
	const input = fieldOf(inputFileName.name);
	const file = isFile
		? await findInputFile(input, fieldOf('options').inner('maxFileSize'))
		: undefined;
	const mediaType = fieldOf('mediaType');
	if (file) checkType(mediaType, file.mimeType);
	const { mediaDataFormat } = (await mediaType.credentials()).fieldNames.message;
	const start = mediaDataFormat === 'dataUri' ? `data:${file?.mimeType};base64,` : '';
	return await messageBody(fieldOf, choice(mediaType), {
		mediaUrl: isFile ? undefined : await fileUrl(fieldOf('mediaUrl')),
		// The form hides it for audio, but not if Media Type is an expression.
		caption: choice(mediaType) === 'audio' ? undefined : optional(text)(fieldOf('caption')),
		fileName: optional(text)(fieldOf('fileName')) ?? file?.fileName,
		mimeType: file?.mimeType,
		// Its place is checked for all items, too.
		mediaData: file && start + (readsFile ? await readInputFile(file, input) : ''),
	});
}

/** Types of applications that may be sound or video, or anything. */
const AMBIGUOUS = /^application\/(octet-stream|ogg|mp4)/;

/** A document may be a file of any type. */
function checkType(mediaType: Field, mimeType: string): void {
	const type = mimeType.toLowerCase();
	const chosen = choice(mediaType);
	if (chosen === 'document' || type.startsWith(`${chosen}/`) || AMBIGUOUS.test(type)) return;
	throw mediaType.error(
		`The file is of the type ${mimeType}, but Media Type is ${chosen}`,
		'Choose the Media Type of the file, or Document.',
	);
}

/** Reference, section 4.19, which shows neither the types of messages nor what they contain. */
export const sendMedia = operation({
	name: 'Send Media',
	value: 'sendMedia',
	action: 'Send media message',
	description: 'Send an image, a video, an audio file or a document',
	request: 'POST /messages',
	body: async (fieldOf) => await mediaBody(fieldOf),
	returns: runItem(async (item) => {
		const fieldOf = fieldsOf(item.context, sendMedia.fields);
		if (fieldOf('mediaSource').value !== 'binary') return await receiveMessage(item);
		const body = await mediaBody(fieldOf, true);
		return await receiveMessage({ ...item, request: { ...item.request, body } });
	}),
	fields: [
		instanceId,
		recipient,
		{
			displayName: 'Media Type',
			name: 'mediaType',
			type: 'options',
			options: ['Audio', 'Document', 'Image', 'Video'].map((name) => ({
				name,
				value: name.toLowerCase(),
			})),
			default: 'image',
			description: 'How the recipient sees the file',
		},
		{
			displayName: 'Media Source',
			name: 'mediaSource',
			type: 'options',
			options: [
				{ name: 'File From Previous Node', value: 'binary' },
				{ name: 'URL', value: 'url' },
			],
			default: 'url',
			description: 'Where the file comes from',
		},
		{
			displayName: 'Media URL',
			name: 'mediaUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/photo.jpg',
			displayOptions: fromUrl,
			description: 'URL of the file, which the service must be able to access',
		},
		{ ...inputFileName, displayOptions: fromFile },
		{
			displayName: 'Caption',
			name: 'caption',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Our new menu',
			displayOptions: { hide: { mediaType: ['audio'] } },
			description: 'Text below the file',
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. menu.pdf',
			description:
				'Name that the recipient sees. If empty, the name of the file from the previous node.',
		},
		replyTo,
		simplify,
	],
});
