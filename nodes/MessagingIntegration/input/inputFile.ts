import type { IBinaryData } from 'n8n-workflow';
import { isObject, textOf } from '../../shared/plainValues';
import type { Field } from './field';
import { text } from './readers';

/**
 * Finds the file of the input item in the binary field that a field names, without reading its content. A Code node's
 * file may lack anything.
 * @param maxSize the option with the largest size in MB
 * @throws NodeOperationError if there is no such file, or it is empty, too large or not in n8n's store
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
	const size = await sizeOf(file, field);
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

async function sizeOf({ id, data }: IBinaryData, field: Field): Promise<number> {
	if (!id) return bytesOf(data, field).length;
	return await inStore(field, async (helpers) => (await helpers.getBinaryMetadata(id)).fileSize);
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
	const read = inStore(
		field,
		async (helpers) => await helpers.binaryToBuffer(await helpers.getBinaryStream(id)),
	);
	return (await read).toString('base64');
}

type Helpers = Field['context']['helpers'];

async function inStore<Result>(
	field: Field,
	read: (helpers: Helpers) => Promise<Result>,
): Promise<Result> {
	return await read(field.context.helpers).catch(() => {
		throw field.error(
			`n8n cannot read the file "${text(field)}"`,
			'n8n may have deleted it already. Run the node that creates it again.',
		);
	});
}
