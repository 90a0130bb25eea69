import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys } from '../../tools/sandbox/requests/keys';
import { usage } from '../../tools/sandbox/settings/cliFlags';
import { dialectOf, dialects } from '../../tools/sandbox/settings/dialects';
import { eventShapeOf, eventShapes } from '../../tools/sandbox/settings/eventShapes';

const readme = readFileSync(join(__dirname, '../../tools/sandbox/README.md'), 'utf8');
test('the README lists every flag and every key', () => {
	for (const [flag] of usage.matchAll(/--[a-z-]+/g)) expect(readme).toContain(`\`${flag}\``);
	for (const [name, key] of Object.entries(keys)) expect(readme).toContain(`| ${name} | \`${key}\` |`);
});

test('the README names every preset', () => {
	for (const preset of [...Object.keys(dialects), ...Object.keys(eventShapes)])
		expect(readme).toContain(`\`${preset}\``);
});

test('the README has every setting, and its value in the preset documented', () => {
	const { events, fieldNames, ...others } = dialectOf();
	expect(eventShapeOf('top')).toEqual(events);
	expect(fieldNames).toMatchObject({ query: { chat: 'chatId' } });
	for (const [name, value] of Object.entries({ ...others, events: 'top' })) {
		const row = readme.split('\n').find((line) => line.split(' | ')[0]?.includes(`\`${name}\``));
		const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
		expect([name, row]).toEqual([name, expect.stringContaining(text)]);
	}
});
