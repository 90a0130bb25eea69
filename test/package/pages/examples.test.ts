import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { read, readJson, root } from '../../support/project';

interface Node {
	id: string;
	name: string;
	type: string;
	disabled?: boolean;
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

test('the containers of docker-compose.yml install this package, with the queue mode of the end-to-end tests', () => {
	const file = parse(read('docs/docker-compose.yml'), { merge: true }) as {
		services: Record<string, { environment?: Record<string, string> }>;
	};
	const [, block = ''] = /export const queueSettings = \{([^}]*)\}/.exec(read('tools/e2e/n8n/cluster.mjs')) ?? [];
	const settings = [...block.matchAll(/(\w+): '([^']*)'/g)].map(([, name, value]) => [name, value] as const);
	expect(settings.length).toBeGreaterThan(3);
	const { name } = readJson<{ name: string }>('package.json');
	for (const service of ['main', 'worker', 'webhook']) {
		const { environment = {} } = file.services[service] ?? {};
		expect(environment).toMatchObject(Object.fromEntries(settings));
		expect(JSON.parse(environment.N8N_COMMUNITY_PACKAGES ?? '')).toEqual([{ name }]);
	}
});
