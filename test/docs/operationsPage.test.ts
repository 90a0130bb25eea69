import { parse } from 'yaml';
import { read, readJson } from '../support/project';

interface Service {
	environment?: Record<string, string>;
}

const { services } = parse(read('docs/docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const n8n = ['main', 'worker', 'webhook'].map((name) => services[name]?.environment ?? {});

test('the containers have the settings of queue mode that the end-to-end tests use', () => {
	const [, block = ''] = /export const queueSettings = \{([^}]*)\}/.exec(read('tools/e2e/n8n/cluster.mjs')) ?? [];
	const settings = [...block.matchAll(/(\w+): '([^']*)'/g)].map(([, name, value]) => [name, value]);
	expect(settings.length).toBeGreaterThan(3);
	for (const each of n8n) expect(each).toMatchObject(Object.fromEntries(settings) as object);
});

test('the containers install this package', () => {
	const { name } = readJson<{ name: string }>('package.json');
	for (const each of n8n) expect(JSON.parse(each.N8N_COMMUNITY_PACKAGES ?? '')).toEqual([{ name }]);
});

test('every variable of n8n that the page names for queue mode and its costs is set in the containers', () => {
	const [, page = ''] = /\n## Queue mode\n([^]*)\n## Compatibility\n/.exec(read('docs/administration.md')) ?? [];
	expect(page).not.toBe('');
	const onlyBefore2 = 'QUEUE_WORKER_MAX_STALLED_COUNT';
	const named = new Set(page.replaceAll(onlyBefore2, '').match(/\b(?:N8N|QUEUE|EXECUTIONS)_[A-Z_]+/g));
	const known = new Set(Object.keys(n8n[0] ?? {}));
	expect([...named].filter((each) => !known.has(each))).toEqual([]);
});
