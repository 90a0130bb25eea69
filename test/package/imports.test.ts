import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { read, root } from '../support/project';

function sources(folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sources(path);
		return /\.(ts|mjs)$/.test(entry.name) ? [path] : [];
	});
}

/** Lists the project files that a file imports, relative to the root; those of TypeScript without extension. */
function importsOf(file: string): string[] {
	const imports = read(file).matchAll(/(?:from |import\()'(\.[^']*)'/g);
	return [...imports].map(([, path = '']) => relative(root, resolve(root, dirname(file), path)));
}

function circlesIn(graph: Map<string, Set<string>>): string[] {
	const circles: string[] = [];
	const done = new Set<string>();
	const visit = (node: string, path: string[]) => {
		if (path.includes(node)) return void circles.push([...path.slice(path.indexOf(node)), node].join(' → '));
		if (done.has(node)) return;
		for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
		done.add(node);
	};
	for (const node of graph.keys()) visit(node, []);
	return circles;
}

/** Types included. `nameOf` is what stands for a file, e.g. its folder. */
function importGraph(files: string[], nameOf = (file: string) => file): Map<string, Set<string>> {
	const graph = new Map(files.map((file) => [nameOf(file), new Set<string>()]));
	for (const file of files) {
		for (const path of importsOf(file)) {
			const target = [path, `${path}.ts`, `${path}/index.ts`].find((each) => files.includes(each));
			if (target !== undefined && nameOf(target) !== nameOf(file)) graph.get(nameOf(file))!.add(nameOf(target));
		}
	}
	return graph;
}

test.each([
	['the nodes and the credentials', ['nodes', 'credentials']],
	['the sandbox', ['tools/sandbox']],
	['e2e, bench and scripts', ['tools/e2e', 'tools/bench', 'tools/scripts']],
])('folders of %s import each other in one direction only', (_parts, parts) => {
	const graph = importGraph(parts.flatMap(sources), dirname);
	expect(graph.size).toBeGreaterThan(4);
	expect(circlesIn(graph)).toEqual([]);
});

test('no file of the nodes and the credentials imports itself through others, types included', () => {
	const graph = importGraph(['nodes', 'credentials'].flatMap(sources));
	expect(graph.size).toBeGreaterThan(100);
	expect(circlesIn(graph)).toEqual([]);
});

test.each([
	['tools/scripts', /^tools\/e2e\//],
	['tools/sandbox', /^(nodes|credentials)\//],
])('%s imports nothing from %s', (folder, forbidden) => {
	const imports = sources(folder).flatMap(importsOf);
	expect(imports.length).toBeGreaterThan(10);
	expect(imports.filter((path) => forbidden.test(path))).toEqual([]);
});

test('every test file is part of a whole run', () => {
	const suites = sources('test/suites').map(read).join('');
	const folders = [...suites.matchAll(/'([a-z][^']*)'/g)].map(([, folder]) => `test/${folder}/`);
	const files = sources('test').filter((file) => file.endsWith('.test.ts'));
	expect(files.filter((file) => !folders.some((folder) => file.startsWith(folder)))).toEqual([]);
});
