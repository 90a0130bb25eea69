import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { DialectName } from '../../sandbox';
import { contentSchemas } from '../../sandbox/messages/contentSchemas';
import { keys } from '../../sandbox/requests/keys';
import { usage } from '../../sandbox/settings/cliFlags';
import { openApiFile } from '../../sandbox/server/app';
import { dialectOf, dialects } from '../../sandbox/settings/dialects';

const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');
const rowOf = (setting: string) =>
	readme
		.split('\n')
		.find((line) => line.startsWith(`| \`${setting}\` |`))
		?.split(' | ');

test('the README lists every flag and every key', () => {
	for (const [flag] of usage.matchAll(/--[a-z-]+/g)) expect(readme).toContain(`\`${flag}\``);
	for (const [name, key] of Object.entries(keys))
		expect(readme).toContain(`| ${name} | \`${key}\` |`);
});

const columns = [
	['documented', 'wrapped', 'bare', 'sparse'],
	['documented', 'renamed', 'strict'],
] as const;

test('the README shows the value of every setting in every preset', () => {
	const documented = dialectOf('documented');
	for (const name of Object.keys(documented) as Array<keyof typeof documented>) {
		const cells = rowOf(name)?.slice(2) ?? [];
		const shown = columns.find(({ length }) => length === cells.length);
		expect([name, shown]).toEqual([name, expect.anything()]);
		for (const preset of Object.keys(dialects) as DialectName[]) {
			const value = dialectOf(preset)[name];
			const cell = cells[[...shown!].findIndex((each) => each === preset)] ?? 'same';
			const text = cell.replace(/[`|]/g, '').trim();
			if (text === 'same') expect([name, preset, value]).toEqual([name, preset, documented[name]]);
			else if (typeof value === 'object' && value !== null)
				expect(text).toBe(Object.values(value).join(', '));
			else expect([name, preset, text]).toEqual([name, preset, String(value)]);
		}
	}
});

test('the README and openapi.yaml have the content of every type of message', () => {
	const { paths, components } = parse(readFileSync(openApiFile, 'utf8'));
	const { schema } = paths['/messages'].post.requestBody.content['application/json'];
	const byType: Record<string, { $ref: string }> = schema['x-content-by-type'];
	expect(Object.keys(byType).sort()).toEqual(Object.keys(contentSchemas).sort());
	for (const [type, { shape }] of Object.entries(contentSchemas)) {
		const described = components.schemas[byType[type]!.$ref.split('/').at(-1)!];
		expect([type, Object.keys(described.properties).sort()]).toEqual([
			type,
			Object.keys(shape).sort(),
		]);
		const row = readme.split('\n').find((line) => line.split(' | ')[0]!.includes(`\`${type}\``));
		const required = Object.keys(shape).filter((name) => described.required?.includes(name));
		for (const name of required) expect([type, row]).toEqual([type, expect.stringContaining(name)]);
	}
});
