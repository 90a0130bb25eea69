import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = __dirname;

/** The test files of the folders, by their paths in `test/`. */
const filesIn = (folders: string[]): string[] =>
	folders.flatMap((folder) => {
		const names = readdirSync(join(root, folder), { encoding: 'utf8', recursive: true });
		const paths = names.filter((name) => name.endsWith('.test.ts')).map((name) => join(root, folder, name));
		return paths.map((path) => relative(root, path)).sort();
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
