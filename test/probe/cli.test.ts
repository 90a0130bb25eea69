import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFlags } from '../../probe/flags';
import { startSandbox, type Sandbox } from '../../sandbox';

let sandbox: Sandbox;
let folder: string;
let keyFile: string;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
afterAll(async () => await sandbox.close());
beforeEach(() => {
	sandbox.reset();
	folder = mkdtempSync(join(tmpdir(), 'probe-'));
	keyFile = join(folder, 'key');
	writeFileSync(keyFile, `${sandbox.keys.test}\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
	const paths = { tsx: require.resolve('tsx'), cli: join(__dirname, '../../probe/cli.ts') };
	const child = spawn(process.execPath, ['--import', paths.tsx, paths.cli, ...args], {
		cwd: folder,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
	const [code] = await once(child, 'close');
	expect(output).not.toContain('    at ');
	expect(output).not.toContain(sandbox.keys.test);
	return { code: code as number, output };
}

const args = () => ['--base-url', sandbox.baseUrl, '--key-file', keyFile];
const report = () => readFileSync(join(folder, 'probe-report.md'), 'utf8');

test('the probe writes its report and the Field Names, changes nothing, and exits with 0', async () => {
	const file = join(folder, 'names.json');
	const { code, output } = await run(...args(), '--json', file);
	expect(code).toBe(0);
	expect(output).toContain('Report: probe-report.md');
	for (const text of ['## For an issue', 'it needs `--write`.', 'it needs `--send-to`.'])
		expect(report()).toContain(text);
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ fieldNames: {}, likely: {} });
	expect(sandbox.ledger).toEqual([]);
});

test('without a terminal, nothing is written unless --yes says so', async () => {
	await run(...args(), '--write');
	expect(sandbox.ledger).toEqual([]);
	expect(report()).toContain('Not asked: you did not allow it.');
	const { code } = await run(...args(), '--write', '--yes', '--force');
	expect(code).toBe(0);
	expect(sandbox.ledger.map(({ path }) => path)).toContain('/webhooks');
	expect(report()).toContain('### Create and delete a webhook');
});

test('an existing report is only overwritten with --force, and nothing is requested without it', async () => {
	writeFileSync(join(folder, 'probe-report.md'), 'mine');
	const { code, output } = await run(...args());
	expect([code, report(), sandbox.log]).toEqual([2, 'mine', []]);
	expect(output).toContain('--force');
});

test.each<[string, string | undefined, (own: string[]) => string[], number, string]>([
	['a wrong key', 'revoked', (own) => own, 1, 'The service rejected the API key (401)'],
	[
		'a base URL without /api/v2',
		undefined,
		(own) => ['--base-url=https://service.example.com', ...own.slice(2)],
		1,
		'The base URL must end with /api/v2',
	],
	['no key file', undefined, (own) => own.slice(0, 2), 2, 'The flag --key-file is missing.'],
	['a missing key file', undefined, (own) => [...own.slice(0, 3), 'none'], 2, 'read (ENOENT)'],
	['an empty key file', ' \n', (own) => own, 2, 'is empty'],
])('%s leads to a sentence about it and an exit code', async (_what, key, change, code, sentence) => {
	if (key !== undefined) writeFileSync(keyFile, key === 'revoked' ? sandbox.keys.revoked : key);
	const ended = await run(...change(args()));
	expect(ended).toEqual({ code, output: expect.stringContaining(sentence) });
	expect(ended.output).not.toContain(sandbox.keys.revoked);
	expect(ended.output.includes('Usage: npm run probe')).toBe(code === 2);
	if (code === 2) expect(existsSync(join(folder, 'probe-report.md'))).toBe(false);
	else expect(report()).toContain('nothing is settled');
});

describe('the flags', () => {
	const required = ['--base-url', 'https://service.example.com/api/v2', '--key-file', 'key'];

	test('have defaults that only read', () => {
		expect(parseFlags(required)).toEqual({
			...{ baseUrl: 'https://service.example.com/api/v2', keyFile: 'key' },
			...{ report: 'probe-report.md', write: false, yes: false, force: false, listen: 5680 },
		});
	});

	test('may be written with an equals sign, and the number with what people write between digits', () => {
		const given = ['--base-url=https://a.example/api/v2', '--key-file=key'];
		expect(parseFlags([...given, '--send-to', '+55 (11) 98765-4321'])).toMatchObject({
			baseUrl: 'https://a.example/api/v2',
			sendTo: '5511987654321',
		});
	});

	test.each(['-h', '--help'])('%s asks for the usage', (flag) => {
		expect(parseFlags([...required, flag])).toBe('help');
	});

	test.each([
		['an unknown flag', ['--colour'], 'There is no flag "--colour".'],
		['a word', ['read'], 'There is no flag "read".'],
		['a flag without its value', ['--report'], 'The flag --report needs a value.'],
		['a flag as a value', ['--report', '--yes'], 'The flag --report needs a value.'],
		['a short number', ['--send-to', '12345'], 'The number of --send-to '],
		['a number without its code', ['--send-to', '11 98765-4321'], 'The number of --send-to '],
		['an address', ['--send-to', '5511987654321@g.us'], 'The number of --send-to '],
		['a port that is not a number', ['--listen', 'all'], 'The port of --listen must be'],
		['a URL without a scheme', ['--webhook-url', 'example.com'], 'The URL of --webhook-url must be'],
	])('reject %s', (_title, args, message) => {
		expect(() => parseFlags([...required, ...args])).toThrow(message);
	});
});
