import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { startSandbox } from '../../tools/sandbox';
import { keys } from '../../tools/sandbox/requests/keys';
import { parseFlags, usage } from '../../tools/sandbox/settings/cliFlags';
import { dialects } from '../../tools/sandbox/settings/dialects';
import { read } from '../support/project';

function run(...args: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, '../../tools/sandbox/cli.ts'), ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output = { text: '', errors: '' };
	child.stdout.on('data', (chunk) => (output.text += chunk));
	child.stderr.on('data', (chunk) => (output.errors += chunk));
	const ended = once(child, 'close').then(([code]) => code as number);
	return { child, output, ended };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
	'the sandbox starts, prints its URL, and ends without an error on %s',
	async (signal) => {
		const { child, output, ended } = run('--port', '0', '--tier', 'free', '--dialect', 'wrapped,createdStatus=200');
		while (!output.text.includes('revoked')) await once(child.stdout, 'data');
		const ready = /^Sandbox ready: (http:\/\/127\.0\.0\.1:\d+) {2}\(base URL \1\/api\/v2\)$/m.exec(output.text);
		expect(output.text.startsWith('Sandbox ready: ')).toBe(true);
		const { data } = await axios.get(`${ready![1]}/_sandbox/state`, { proxy: false });
		expect(data).toMatchObject({ rate: { tier: 'free' }, dialect: { lists: 'successData', createdStatus: 200 } });
		child.kill(signal);
		expect(await ended).toBe(0);
		expect(output.errors).toBe('');
	},
);

test('a port in use leads to a message and exit code 1', async () => {
	const sandbox = await startSandbox();
	const { output, ended } = run('--port', new URL(sandbox.origin).port);
	expect(await ended).toBe(1);
	expect(output.errors).toContain('is in use');
	expect(output.errors).not.toContain('    at ');
	await sandbox.close();
});

const signature = { headerName: 'x-s', algorithm: 'sha1', encoding: 'hex', prefix: '' };

test.each([
	[
		'numbers',
		['--port=0', '--seed=5', '--window', '10', '--instances', '260', '--max-body', '9'],
		{ port: 0, seed: 5, windowSeconds: 10, instances: 260, maxBodyMb: 9 },
	],
	['a tier by number, with the default port', ['--tier', '7'], { port: 4010, tier: 7 }],
	[
		'a dialect by settings',
		['--dialect', 'confirmation=204,webhookDelete=405,retryDelaysMs=[5,6]'],
		{ port: 4010, dialect: { confirmation: '204', webhookDelete: 405, retryDelaysMs: [5, 6] } },
	],
	[
		'a dialect by preset and settings, with JSON as a value',
		['--dialect', `bare,deliveryCopies=3,signature=${JSON.stringify(signature)}`],
		{ port: 4010, dialect: expect.objectContaining({ lists: 'bare', deliveryCopies: 3, signature }) },
	],
])('flags can set %s', (_what, args, settings) => expect(parseFlags(args)).toEqual(settings));

test.each([
	['a port out of range', ['--port', '99999']],
	['a flag without its value', ['--port']],
	['an unknown tier', ['--tier', 'gold']],
	['an unknown dialect', ['--dialect', 'klingon']],
	['an unknown setting', ['--dialect', 'color=red']],
	['an invalid value of a setting', ['--dialect', 'lists=sideways']],
	['an example without a recipient', ['--dialect', 'fieldNames={"message":{}}']],
	['an empty rate window', ['--window', '0']],
	['a seed that is not a number', ['--seed', 'x']],
	['an argument that is not a flag', ['stray']],
])('%s is rejected', (_what, args) => expect(() => parseFlags(args)).toThrow());

test('the README lists every flag, every key and every preset', () => {
	const readme = read('tools/sandbox/README.md');
	for (const [flag] of usage.matchAll(/--[a-z-]+/g)) expect(readme).toContain(`\`${flag}\``);
	for (const [name, key] of Object.entries(keys)) expect(readme).toContain(`| ${name} | \`${key}\` |`);
	for (const preset of Object.keys(dialects)) expect(readme).toContain(`\`${preset}\``);
});
