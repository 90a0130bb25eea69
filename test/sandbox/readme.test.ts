import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys } from '../../sandbox/requests/keys';
import { usage } from '../../sandbox/settings/cliFlags';
import { dialectOf } from '../../sandbox/settings/dialects';

const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');
const rowOf = (setting: string) =>
	readme
		.split('\n')
		.find((line) => line.startsWith(`| \`${setting}\` |`))
		?.split(' | ');

test('the README lists every flag and every key', () => {
	for (const [flag] of usage.matchAll(/--[a-z]+/g)) expect(readme).toContain(`\`${flag}\``);
	for (const [name, key] of Object.entries(keys))
		expect(readme).toContain(`| ${name} | \`${key}\` |`);
});

test('the README shows the value of every setting in every preset', () => {
	const documented = dialectOf('documented');
	for (const name of Object.keys(documented) as Array<keyof typeof documented>) {
		const row = rowOf(name);
		expect([name, row?.length]).toEqual([name, 6]);
		for (const [index, preset] of (
			['documented', 'wrapped', 'bare', 'sparse'] as const
		).entries()) {
			const value = dialectOf(preset)[name];
			const text = row![index + 2]!.replace(/[`|]/g, '').trim();
			if (text === 'same') expect([name, preset, value]).toEqual([name, preset, documented[name]]);
			else if (typeof value === 'object' && value !== null)
				expect(text).toBe(Object.values(value).join(', '));
			else expect([name, preset, text]).toEqual([name, preset, String(value)]);
		}
	}
});
