import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '..', '..');
const sources = (folder: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.map((path) => join(folder, path));

/** The project files that a file imports, relative to the root, without extension. */
function importsOf(file: string): string[] {
	const text = readFileSync(join(root, file), 'utf8');
	return [...text.matchAll(/from '(\.[^']*)'/g)].map(([, path = '']) => relative(root, resolve(root, dirname(file), path)));
}

test.each([
	['nodes and credentials', ['nodes', 'credentials']],
	['the sandbox', ['sandbox']],
])('folders of %s import each other in one direction only', (_parts, parts) => {
	const files = parts.flatMap(sources);
	const folders = new Map<string, Set<string>>();
	for (const file of files) {
		for (const path of importsOf(file)) {
			const target = [`${path}.ts`, `${path}/index.ts`].find((each) => files.includes(each));
			if (target === undefined || dirname(target) === dirname(file)) continue;
			folders.set(dirname(file), (folders.get(dirname(file)) ?? new Set()).add(dirname(target)));
		}
	}
	const cycles: string[] = [];
	const visit = (folder: string, path: string[]) => {
		if (path.includes(folder)) return void cycles.push([...path.slice(path.indexOf(folder)), folder].join(' → '));
		for (const next of folders.get(folder) ?? []) visit(next, [...path, folder]);
	};
	for (const folder of folders.keys()) visit(folder, []);
	expect(folders.size).toBeGreaterThan(5);
	expect(cycles).toEqual([]);
});

test('neither node imports from the other', () => {
	const crossing = sources('nodes').flatMap((file) => {
		const other = file.startsWith('nodes/MessagingIntegration/') ? 'nodes/MessagingIntegrationTrigger/' : 'nodes/MessagingIntegration/';
		return file.startsWith('nodes/MessagingIntegration') ? importsOf(file).filter((path) => path.startsWith(other)) : [];
	});
	expect(crossing).toEqual([]);
});

test('the sandbox imports nothing from the nodes or the credentials', () => {
	const imports = sources('sandbox').flatMap(importsOf);
	expect(imports.length).toBeGreaterThan(10);
	expect(imports.filter((path) => /^(nodes|credentials)\//.test(path))).toEqual([]);
});
