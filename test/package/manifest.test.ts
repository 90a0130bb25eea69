import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, readJson, root } from '../support/project';

const manifest = JSON.parse(read('package.json'));

test('the package has no runtime dependency except n8n', () => {
	expect(manifest.dependencies).toBeUndefined();
	expect(manifest.optionalDependencies).toBeUndefined();
	expect(manifest.bundledDependencies ?? manifest.bundleDependencies).toBeUndefined();
	expect(manifest.overrides).toBeUndefined();
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

test('n8n can find the package, and its licence matches', () => {
	expect(manifest.keywords).toContain('n8n-community-node-package');
	expect(manifest.files).toEqual(['dist']);
	expect(manifest.license).toBe('MIT');
	expect(read('LICENSE.md')).toContain('MIT License');
});

test('every link to a repository of this name leads to the repository of the package', () => {
	const [, repository = ''] = /github\.com\/(.+)\.git$/.exec(manifest.repository.url) ?? [];
	const files = execFileSync('git', ['grep', '-lI', manifest.name], { cwd: root });
	const texts = files.toString().trim().split('\n').map(read);
	const linked = texts.flatMap((text) => [...text.matchAll(/github\.com\/([\w.-]+\/[\w.-]+)/g)]);
	const own = linked.map(([, name = '']) => name.replace(/\.git$/, ''));
	const named = own.filter((name) => name.endsWith(`/${manifest.name}`));
	expect(named.length).toBeGreaterThan(5);
	expect(new Set(named)).toEqual(new Set([repository]));
});

test('every node and credential in the source is registered', () => {
	const built = (folder: string, suffix: string) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith(suffix))
			.map((file) => `dist/${folder}/${file.replace(/\.ts$/, '.js')}`)
			.sort();
	expect([...manifest.n8n.nodes].sort()).toEqual(built('nodes', '.node.ts'));
	expect([...manifest.n8n.credentials].sort()).toEqual(built('credentials', '.credentials.ts'));
});

interface Locked {
	dependencies?: object;
	devDependencies?: object;
	optionalDependencies?: Record<string, string>;
	peerDependencies?: object;
}

describe.each(['package-lock.json', 'tools/e2e/package-lock.json'])('%s', (file) => {
	const { packages } = readJson<{ packages: Record<string, Locked> }>(file);

	test('matches its package.json and contains no host', () => {
		const own = readJson<Locked>(file.replace('-lock', ''));
		const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
		for (const kind of kinds as Array<keyof Locked>) expect(packages['']?.[kind]).toEqual(own[kind]);
		expect(read(file)).not.toContain('"resolved": "http');
	});

	test('contains the optional packages of every platform, without which npm ci rejects it', () => {
		const isLocked = (from: string, name: string): boolean => {
			if (packages[join(from, 'node_modules', name)]) return true;
			if (from === '') return false;
			const above = from.lastIndexOf('/node_modules/');
			return isLocked(above < 0 ? '' : from.slice(0, above), name);
		};
		const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
		);
		expect(missing).toEqual([]);
	});
});

test.each(['.npmrc', 'tools/e2e/.npmrc'])('%s sets no registry and contains no token', (file) => {
	expect(read(file)).not.toMatch(/registry\s*=|_auth|:\/\//);
});
