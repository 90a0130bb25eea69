import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The content of a JSON file of the project, of a type that is not checked. */
export const readJson = <Content>(path: string) => JSON.parse(read(path)) as Content;
