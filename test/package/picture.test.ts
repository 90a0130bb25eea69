import { dirname, join, relative, resolve } from 'node:path';
import { readdirSync } from 'node:fs';
import { read, root } from '../support/project';

/** The picture in ARCHITECTURE.md. A box is a folder, named in its first line, without what has a box of its own. */
const [, picture = ''] = /```mermaid\n([^]*?)```/.exec(read('ARCHITECTURE.md')) ?? [];
const boxes = new Map([...picture.matchAll(/(\w+)\["([\w/]+)\/<br>/g)].map(([, name = '', path = '']) => [path, name]));
const paths = [...boxes.keys()].sort((one, other) => other.length - one.length);

/** Everything may import these. */
const COMMON = /^nodes\/shared\//;

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.map((path) => join(folder, path)),
);
const boxOf = (file: string) => boxes.get(paths.find((path) => file.startsWith(`${path}/`)) ?? '');

/** The arrows between the folders of the code, as `from → to`. */
function importedArrows(): Set<string> {
	const pairs = files
		.filter((file) => !COMMON.test(file))
		.flatMap((file) =>
			[...read(file).matchAll(/from '(\.[^']*)'/g)]
				.map(([, path = '']) => relative(root, resolve(root, dirname(file), path)))
				.filter((path) => !COMMON.test(path))
				.map((path) => [boxOf(file), boxOf(`${path}${files.includes(`${path}.ts`) ? '.ts' : '/index.ts'}`)]),
		);
	return new Set(pairs.filter(([from, to]) => from !== to).map(([from, to]) => `${from} → ${to}`));
}

/** The arrows between boxes in the picture. Others, e.g. to the service, are no imports. */
function drawnArrows(): Set<string> {
	const isBox = (name: string) => [...boxes.values()].includes(name);
	const lines = picture.split('\n').filter((line) => / --> /.test(line));
	const pairs = lines.flatMap((line) => {
		const steps = line
			.trim()
			.split(' --> ')
			.map((step) => step.split(' & '));
		return steps.slice(1).flatMap((to, at) => steps[at]!.flatMap((from) => to.map((each) => [from, each] as const)));
	});
	return new Set(pairs.filter((pair) => pair.every(isBox)).map(([from, to]) => `${from} → ${to}`));
}

function canReach(from: string, to: string, arrows: Set<string>): boolean {
	return [...arrows]
		.map((arrow) => arrow.split(' → '))
		.some(([start, end = '']) => start === from && (end === to || canReach(end, to, arrows)));
}

test('each file is in a box of the picture, and each box has files', () => {
	expect(files.filter((file) => boxOf(file) === undefined && !COMMON.test(file))).toEqual([]);
	expect(new Set(files.map(boxOf).filter(Boolean))).toEqual(new Set(boxes.values()));
});

test('each arrow of the picture is an import, and each import can be followed in the picture', () => {
	const imported = importedArrows();
	const drawn = drawnArrows();
	expect([...drawn].filter((arrow) => !imported.has(arrow))).toEqual([]);
	const missing = [...imported].filter((arrow) => {
		const [from = '', to = ''] = arrow.split(' → ');
		return !canReach(from, to, drawn);
	});
	expect(missing).toEqual([]);
});
