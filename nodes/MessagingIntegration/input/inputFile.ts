import type { IBinaryData } from 'n8n-workflow';
import { isObject, textOf } from '../../shared/plainValues';
import type { Field } from './field';
import { text } from './readers';

/**
 * Finds the file in the binary field that a field names, without reading its content; a Code node's may lack anything.
 * @throws NodeOperationError if there is none, or it is empty, larger than the option `maxSize`, or not in n8n's store
 */
export async function findInputFile(field: Field, maxSize: Field): Promise<IBinaryData> {
	const name = text(field);
	const binary = field.context.getInputData().binary ?? {};
	const file = binary[name];
	if (!isObject(file)) {
		const others = Object.keys(binary).join(', ');
		throw field.error(
			`The input item has no file "${name}"`,
			others === ''
				? 'The item contains no files. Connect a node whose output contains the file.'
				: `Enter the name of a binary field of the item: ${others}.`,
		);
	}
	const max = Number(maxSize.isBlank ? maxSize.property.default : maxSize.value);
	if (!(max > 0)) throw maxSize.error('The maximum file size is invalid', 'Enter a number of MB.');
	const { id, data } = file;
	const size = id
		? await inStore(field, async (helpers) => (await helpers.getBinaryMetadata(id)).fileSize)
		: bytesOf(data, field).length;
	if (size === 0)
		throw field.error(`The file "${name}" is empty`, 'Check the node that created it.');
	const mimeType = textOf(file.mimeType) ?? 'application/octet-stream';
	if (size <= max * 1_000_000) return { ...file, mimeType };
	throw field.error(
		`The file "${name}" is too large: it has ${shown(size)}, and the maximum is ${shown(max * 1_000_000)}`,
		`Send a smaller file, or increase ${maxSize.label} under Options.`,
	);
}

function shown(bytes: number): string {
	const [unit, size] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000];
	return `${Number(size.toFixed(1))} ${unit}`;
}

/** The content of a file that is in the item: base64, perhaps with line breaks or as a data URI. */
function bytesOf(data: unknown, field: Field): Buffer {
	const content = (textOf(data) ?? '').replace(/^data:[^,]*;base64,/i, '');
	if (/^[\w+/\s-]*=*$/.test(content)) return Buffer.from(content, 'base64');
	throw field.error(
		`The content of the file "${text(field)}" is not base64`,
		'A Code node has to create the file with this.helpers.prepareBinaryData, or as base64.',
	);
}

/** Reads the content of a file as base64. */
export async function readInputFile({ id, data }: IBinaryData, field: Field): Promise<string> {
	if (!id) return bytesOf(data, field).toString('base64');
	const read = async (helpers: Helpers) =>
		await helpers.binaryToBuffer(await helpers.getBinaryStream(id));
	return (await inStore(field, read)).toString('base64');
}

type Helpers = Field['context']['helpers'];

async function inStore<Result>(field: Field, read: (helpers: Helpers) => Promise<Result>) {
	return await read(field.context.helpers).catch((): never => {
		throw field.error(
			`n8n cannot read the file "${text(field)}"`,
			'n8n may have deleted it already. Run the node that creates it again.',
		);
	});
}
