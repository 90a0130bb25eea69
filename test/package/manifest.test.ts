import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
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
	const files = execFileSync('git', ['grep', '-lI', manifest.name], {
		cwd: root,
		encoding: 'utf8',
	});
	const texts = files.trim().split('\n').map(read);
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

test.each(['package-lock.json', 'e2e/package-lock.json'])(
	'%s matches its package.json and contains no host',
	(file) => {
		const lock = read(file);
		expect(lock).not.toContain('"resolved": "http');
		const own = JSON.parse(read(file.replace('-lock', '')));
		const locked = JSON.parse(lock).packages[''];
		for (const kind of [
			'dependencies',
			'devDependencies',
			'optionalDependencies',
			'peerDependencies',
		]) {
			expect(locked[kind]).toEqual(own[kind]);
		}
	},
);

test.each(['package-lock.json', 'e2e/package-lock.json'])(
	'%s contains the optional packages of every platform, without which npm ci rejects it',
	(file) => {
		const packages: Record<string, { optionalDependencies?: Record<string, string> }> = JSON.parse(
			read(file),
		).packages;
		const isLocked = (from: string, name: string): boolean => {
			if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]) return true;
			if (from === '') return false;
			const above = from.lastIndexOf('/node_modules/');
			return isLocked(above < 0 ? '' : from.slice(0, above), name);
		};
		const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
		);
		expect(missing).toEqual([]);
	},
);

test.each(['.npmrc', 'e2e/.npmrc'])('%s sets no registry and contains no token', (file) => {
	expect(read(file)).not.toMatch(/registry\s*=|_auth|:\/\//);
});

test('the change log has an entry for this version or for the next release', () => {
	expect(read('CHANGELOG.md')).toMatch(
		new RegExp(`^## \\[(Unreleased|${manifest.version})\\]`, 'm'),
	);
});
