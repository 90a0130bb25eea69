import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '..', '..');

/** Lists the source files in a folder and its subfolders, relative to the root. */
function sources(folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sources(path);
		return /\.(ts|mjs)$/.test(entry.name) ? [path] : [];
	});
}

/** Lists the project files that a file imports, relative to the root; those of TypeScript without extension. */
function importsOf(file: string): string[] {
	const text = readFileSync(join(root, file), 'utf8');
	const imports = text.matchAll(/(?:from |import\()'(\.[^']*)'/g);
	return [...imports].map(([, path = '']) => relative(root, resolve(root, dirname(file), path)));
}

test.each([
	['nodes, credentials and the probe', ['nodes', 'credentials', 'probe']],
	['the sandbox', ['sandbox']],
	['e2e and scripts', ['e2e', 'scripts']],
])('folders of %s import each other in one direction only', (_parts, parts) => {
	const files = parts.flatMap(sources);
	const folders = new Map<string, Set<string>>();
	for (const file of files) {
		for (const path of importsOf(file)) {
			const target = [path, `${path}.ts`, `${path}/index.ts`].find((each) => files.includes(each));
			if (target === undefined || dirname(target) === dirname(file)) continue;
			folders.set(dirname(file), (folders.get(dirname(file)) ?? new Set()).add(dirname(target)));
		}
	}
	const cycles: string[] = [];
	const visit = (folder: string, path: string[]) => {
		if (path.includes(folder))
			return void cycles.push([...path.slice(path.indexOf(folder)), folder].join(' → '));
		for (const next of folders.get(folder) ?? []) visit(next, [...path, folder]);
	};
	for (const folder of folders.keys()) visit(folder, []);
	expect(folders.size).toBeGreaterThan(4);
	expect(cycles).toEqual([]);
});

test.each([
	['scripts', /^e2e\//],
	['sandbox', /^(nodes|credentials|probe)\//],
	['nodes', /^(sandbox|probe)\//],
	['probe', /^sandbox\//],
	['nodes/MessagingIntegration', /^nodes\/MessagingIntegrationTrigger\//],
	['nodes/MessagingIntegrationTrigger', /^nodes\/MessagingIntegration\//],
])('%s imports nothing from %s', (folder, forbidden) => {
	const imports = sources(folder).flatMap(importsOf);
	expect(imports.length).toBeGreaterThan(10);
	expect(imports.filter((path) => forbidden.test(path))).toEqual([]);
});
