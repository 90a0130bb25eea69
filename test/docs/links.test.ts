import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { read, readJson, root } from '../support/project';
import { readRecipe } from './support/recipe';

const IGNORED = ['node_modules', 'dist', 'coverage', 'reports', '.git', '.cache'];

function pagesUnder(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return IGNORED.includes(entry.name) ? [] : pagesUnder(path);
		return entry.name.endsWith('.md') ? [relative(root, path)] : [];
	});
}

const pages = pagesUnder(root);
const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');
const NPM_COMMANDS = ['pkg', 'ci', 'install', 'pack', 'publish', 'version'];
const created = readRecipe(read('CONTRIBUTING.md'))
	.filter(({ kind }) => kind === 'ts')
	.map(({ path }) => path);

const anchorOf = (heading: string) =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');

describe.each(pages)('%s', (page) => {
	const text = read(page);

	test('its links and images exist', () => {
		const links = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
			([, to = '']) => to,
		);
		const missing = links
			.filter((to) => !/^(https?:|mailto:)/.test(to))
			.filter((to) => {
				const [path = '', anchor] = to.split('#');
				const file = path === '' ? page : join(dirname(page), path);
				if (!existsSync(join(root, file))) return true;
				if (anchor === undefined) return false;
				const headings = read(file).matchAll(/^#+ (.+)$/gm);
				return ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor);
			});
		expect(missing).toEqual([]);
	});

	test('its commands exist', () => {
		const named = [...text.matchAll(/(?:`|^|\s)npm (run )?([a-z][\w:-]*)/gm)].map(([, run, name = '']) => ({
			run,
			name,
		}));
		const missing = named.filter(
			({ run, name }) => !(name in scripts) && (run !== undefined || !NPM_COMMANDS.includes(name)),
		);
		expect(missing).toEqual([]);
	});

	test('its files exist', () => {
		const named = [...text.matchAll(/`((?:nodes|credentials|tools|test|examples|docs|icons|\.github)\/[^`\s*<]+)`/g)];
		const missing = named
			.map(([, path = '']) => path)
			.filter((path) => !existsSync(join(root, path)) && !created.includes(path));
		expect(missing).toEqual([]);
	});

	test('it does not mention a machine', () => {
		expect(text).not.toMatch(/(?:^|[\s(`"'])(?:\/(?:home|root|work|Users|tmp|var|mnt)\/|[A-Z]:\\)/m);
		expect(text).not.toMatch(/registry\.|localhost:\d{4,5}\/repository|artifactory|nexus/i);
	});
});
