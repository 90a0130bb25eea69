import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJson, root } from '../support/project';

/** What npm would publish, built and packed from the current sources. */
let published: string;
let files: string[];

beforeAll(() => {
	published = mkdtempSync(join(tmpdir(), 'published-'));
	execFileSync(process.execPath, ['tools/scripts/build.mjs'], { cwd: root, stdio: 'pipe' });
	const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', published], {
		cwd: root,
		stdio: 'pipe',
	});
	const [{ filename }] = JSON.parse(packed.toString());
	execFileSync('tar', ['-xzf', join(published, filename), '-C', published, '--strip-components=1']);
	rmSync(join(published, filename));
	files = readdirSync(published, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(published.length + 1))
		.sort();
}, 120_000);

afterAll(() => rmSync(published, { recursive: true, force: true }));

test('the package contains the built nodes and credentials, and nothing else', () => {
	const besidesDist = files.filter((file) => !file.startsWith('dist/'));
	expect(besidesDist).toEqual(['LICENSE.md', 'README.md', 'package.json']);

	const unexpected = files.filter(
		(file) => file.startsWith('dist/') && !/^dist\/(nodes|credentials|icons)\//.test(file),
	);
	expect(unexpected).toEqual([]);
	const ofDevelopment = /(^|\/)(tests?|sandbox|e2e|bench)\/|\.test\.|\.map$/i;
	expect(files.filter((file) => ofDevelopment.test(file))).toEqual([]);
});

test('every entry in the n8n section exists, with its codex and icons', () => {
	const { n8n } = readJson<{ n8n: Record<'nodes' | 'credentials', string[]> }>('package.json');
	const { nodes, credentials } = n8n;
	const codex = nodes.map((node) => node.replace(/\.js$/, '.json'));
	const icons = ['messagingIntegration.svg', 'messagingIntegration.dark.svg'].map((icon) => `dist/icons/${icon}`);
	expect(files).toEqual(expect.arrayContaining([...nodes, ...credentials, ...codex, ...icons]));
});

test('published files contain no path of a machine and no download URL', () => {
	const machine = /\/(home|root|Users|tmp|work)\/|localhost:\d+\/(?!api)|[a-z]:\\Users/;
	for (const file of files) {
		const found = machine.exec(readFileSync(join(published, file), 'utf8'))?.[0];
		expect({ file, found }).toEqual({ file, found: undefined });
	}
});
