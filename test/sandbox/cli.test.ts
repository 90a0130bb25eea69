import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { startSandbox } from '../../tools/sandbox';

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
