import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, readJson, root } from '../../support/project';

/** The templates of examples/, by the rules of n8n's template library. */

interface Node {
	id: string;
	name: string;
	type: string;
	disabled?: boolean;
	parameters: { content?: string; color?: number };
}

const folder = join(root, 'examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

interface Template {
	nodes: Node[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
	pinData?: Record<string, unknown>;
}

const templateIn = (file: string) => readJson<Template>(`examples/${file}`);

const isNote = ({ type }: Node) => type === 'n8n-nodes-base.stickyNote';
const wordsOf = (note: Node) => note.parameters.content!.split(/\s+/).length;

test.each(files)('%s has one yellow overview with both headings, and short white notes', (file) => {
	const { nodes } = templateIn(file);
	const notes = nodes.filter(isNote);
	const overviews = notes.filter(({ parameters }) => parameters.color === 1);
	expect(overviews).toHaveLength(1);
	expect(overviews[0]!.parameters.content).toMatch(/^## .+\n\n### How it works\n[^]+\n### Setup\n/);
	expect(wordsOf(overviews[0]!)).toBeGreaterThanOrEqual(100);
	expect(wordsOf(overviews[0]!)).toBeLessThanOrEqual(300);
	const others = notes.filter(({ parameters }) => parameters.color !== 1);
	expect(others.every(({ parameters }) => parameters.color === 7)).toBe(true);
	expect(others.filter((note) => wordsOf(note) > 50)).toEqual([]);
	const steps = nodes.length - notes.length;
	expect(others.length > 0).toBe(steps >= 4);
});

test.each(files)('%s contains no credentials and nothing that a second import repeats', (file) => {
	expect(read(`examples/${file}`)).not.toMatch(/"(webhookId|credentials)"/);
});

test.each(files)('the nodes of %s have different names and IDs, and each is connected and enabled', (file) => {
	const { nodes, connections, pinData = {} } = templateIn(file);
	const names = nodes.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
	const targets = Object.values(connections).flatMap((byType) =>
		Object.values(byType).flatMap((outputs) => outputs.flat().map(({ node }) => node)),
	);
	const connected = [...Object.keys(connections), ...targets];
	const steps = nodes.filter((node) => !isNote(node)).map(({ name }) => name);
	expect(new Set(connected)).toEqual(new Set(steps));
	expect(nodes.filter(({ disabled }) => disabled)).toEqual([]);
	expect(steps).toEqual(expect.arrayContaining(Object.keys(pinData)));
});

test('the workflow that asks in a chat has at most six steps', () => {
	const { nodes } = templateIn('ask-in-chat.json');
	expect(nodes.filter((node) => !isNote(node)).length).toBeLessThanOrEqual(6);
});

test('the README of the examples has a row with a picture for every file', () => {
	const text = read('examples/README.md');
	const pictures = join(root, 'docs/screenshots/templates');
	for (const file of files) {
		const picture = file.replace('.json', '.png');
		expect(text).toContain(`| [${file}](${file}) | [`);
		expect(text).toContain(`(../docs/screenshots/templates/${picture})`);
		expect(existsSync(join(pictures, picture))).toBe(true);
	}
});
