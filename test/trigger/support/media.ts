import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeExecutionData } from 'n8n-workflow';
import { bytesOf } from '../../support/engine';

const file = (name: string) => readFileSync(join(__dirname, '../../../tools/sandbox/media', name));

export const FILES = {
	image: { bytes: file('picture.png'), mimeType: 'image/png', fileName: 'a.png' },
	document: { bytes: file('document.pdf'), mimeType: 'application/pdf', fileName: 'menu.pdf' },
	audio: { bytes: file('voice.ogg'), mimeType: 'audio/ogg', fileName: 'a.ogg' },
	video: { bytes: file('clip.mp4'), mimeType: 'video/mp4', fileName: 'a.mp4' },
};
export type Kind = keyof typeof FILES;

/** The item has the whole file of a kind of message, with its type and a name that fits, and no error. */
export async function expectFile(item: INodeExecutionData | undefined, kind: Kind, property = 'data'): Promise<void> {
	const { bytes, mimeType, fileName } = FILES[kind];
	expect(item?.json).not.toHaveProperty('mediaError');
	expect(item?.binary?.[property]).toMatchObject({ mimeType });
	expect(item?.binary?.[property]?.fileName?.slice(-4)).toBe(fileName.slice(-4));
	expect((await bytesOf(item!, property)).equals(bytes)).toBe(true);
}
