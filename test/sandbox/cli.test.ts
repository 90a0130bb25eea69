import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { settingsFrom } from '../../sandbox/settings/cliFlags';
import { startSandbox } from '../../sandbox';

function run(...args: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, '../../sandbox/cli.ts'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	const out = { text: '', errors: '' };
	child.stdout.on('data', (chunk) => (out.text += chunk));
	child.stderr.on('data', (chunk) => (out.errors += chunk));
	const ended = once(child, 'close').then(([code]) => code as number);
	return { child, out, ended };
}

test.each(['SIGINT', 'SIGTERM'] as const)('starts, prints its URL, and ends cleanly on %s', async (signal) => {
	const { child, out, ended } = run('--port', '0', '--tier', 'free', '--dialect', 'wrapped,createdStatus=200');
	while (!out.text.includes('revoked')) await once(child.stdout, 'data');
	const ready = /^Sandbox ready: (http:\/\/127\.0\.0\.1:\d+) {2}\(base URL \1\/api\/v2\)$/m.exec(out.text);
	expect(out.text.startsWith('Sandbox ready: ')).toBe(true);
	const { data } = await axios.get(`${ready![1]}/_sandbox/state`, { proxy: false });
	expect(data).toMatchObject({ rate: { tier: 'free' }, dialect: { lists: 'successData', createdStatus: 200 } });
	child.kill(signal);
	expect(await ended).toBe(0);
	expect(out.errors).toBe('');
});

test('a port in use prints a message and fails', async () => {
	const sandbox = await startSandbox();
	const { out, ended } = run('--port', new URL(sandbox.origin).port);
	expect(await ended).toBe(1);
	expect(out.errors).toContain('is taken');
	expect(out.errors).not.toContain('    at ');
	await sandbox.close();
});

test('an invalid flag prints a message and fails', async () => {
	const { out, ended } = run('--colour', 'red');
	expect(await ended).toBe(1);
	expect(out.errors).toContain('There is no flag "--colour"');
});

test.each([
	[['--port=0', '--seed', '5', '--window', '10', '--instances', '260'], { port: 0, seed: 5, windowSeconds: 10, instances: 260 }],
	[['--tier', '7'], { port: 4010, tier: 7 }],
	[['--dialect', 'empty=204,webhookDelete=405,retryDelaysMs=[5,6]'], { port: 4010, dialect: { empty: '204', webhookDelete: 405, retryDelaysMs: [5, 6] } }],
	[['--dialect', 'bare,deliveryRepeats=3,signature={"headerName":"x-s","algorithm":"sha1","encoding":"hex","prefix":""}'], { port: 4010, dialect: expect.objectContaining({ lists: 'bare', deliveryRepeats: 3, signature: { headerName: 'x-s', algorithm: 'sha1', encoding: 'hex', prefix: '' } }) }],
])('%j', (args, settings) => expect(settingsFrom(args)).toEqual(settings));

test.each([[['--port', '99999']], [['--port']], [['--tier', 'gold']], [['--dialect', 'klingon']], [['--dialect', 'colour=red']], [['--dialect', 'lists=sideways']], [['--window', '0']], [['--seed', 'x']], [['stray']]])('%j is refused', (args) => {
	expect(() => settingsFrom(args)).toThrow();
});
