import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { keys } from '../../tools/sandbox/requests/keys';
import { parseFlags, usage } from '../../tools/sandbox/settings/cliFlags';
import { dialects } from '../../tools/sandbox/settings/dialects';
import { read } from '../support/project';

test('the sandbox starts with its flags, prints its URL, and ends without an error', async () => {
	const file = join(__dirname, '../../tools/sandbox/cli.ts');
	const args = ['--import', 'tsx', file, '--port', '0', '--tier', 'free', '--dialect', 'wrapped'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	let text = '';
	child.stdout.on('data', (chunk) => (text += chunk));
	while (!text.includes('revoked')) await once(child.stdout, 'data');
	const ready = /^Sandbox ready: (http:\/\/127\.0\.0\.1:\d+) {2}\(base URL \1\/api\/v2\)$/m.exec(text);
	const { data } = await axios.get(`${ready![1]}/_sandbox/state`, { proxy: false });
	expect(data).toMatchObject({ rate: { tier: 'free' }, dialect: 'wrapped' });
	child.kill('SIGTERM');
	expect(await once(child, 'close')).toEqual([0, null]);
});

test.each([
	['an unknown dialect', ['--dialect', 'klingon']],
	['an argument that is not a flag', ['stray']],
])('%s is rejected', (_what, args) => expect(() => parseFlags(args)).toThrow('Usage: npm run sandbox'));

test('the README lists every flag, every key and every dialect', () => {
	const readme = read('tools/sandbox/README.md');
	for (const [flag] of usage.matchAll(/--[a-z-]+/g)) expect(readme).toContain(`\`${flag}\``);
	for (const [name, key] of Object.entries(keys)) expect(readme).toContain(`| ${name} | \`${key}\` |`);
	for (const dialect of Object.keys(dialects)) expect(readme).toContain(`\`${dialect}\``);
});
