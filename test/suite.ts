import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = __dirname;

/** Files are sorted by their paths or, with `ORDER`, in an order that this number stands for. */
const rankOf = (file: string): string => {
	const { ORDER } = process.env;
	return ORDER ? createHash('sha256').update(`${ORDER} ${file}`).digest('hex') : file;
};

/** The test files of the folders, by their paths in `test/`. */
const filesIn = (folders: string[]): string[] =>
	folders.flatMap((folder) => {
		const names = readdirSync(join(root, folder), { encoding: 'utf8', recursive: true });
		const paths = names.filter((name) => name.endsWith('.test.ts')).map((name) => join(root, folder, name));
		return paths.map((path) => relative(root, path)).sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
	});

/** Runs test files as one: jest loads all modules again for each file that it runs, and n8n-core takes seconds. */
export function runFiles(files: string[]): void {
	for (const file of new Set(files)) {
		describe(file, () => {
			jest.requireActual(join(root, file));
			afterAll(() => void jest.restoreAllMocks());
		});
	}
}

export const runFolders = (...folders: string[]): void => runFiles(filesIn(folders));
