import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys } from '../../tools/sandbox/requests/keys';
import { usage } from '../../tools/sandbox/settings/cliFlags';
import { dialects } from '../../tools/sandbox/settings/dialects';

const readme = readFileSync(join(__dirname, '../../tools/sandbox/README.md'), 'utf8');
test('the README lists every flag and every key', () => {
	for (const [flag] of usage.matchAll(/--[a-z-]+/g)) expect(readme).toContain(`\`${flag}\``);
	for (const [name, key] of Object.entries(keys)) expect(readme).toContain(`| ${name} | \`${key}\` |`);
});

test('the README names every preset', () => {
	for (const preset of Object.keys(dialects)) expect(readme).toContain(`\`${preset}\``);
});
