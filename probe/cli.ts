import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Redactor } from '../nodes/transport/response/response';
import { type Flags, parseFlags, usage } from './flags';
import type { Question } from './question/question';
import { startReceiver } from './question/receiver';
import { jsonOf, reportOf } from './report';
import { runProbe } from './run';
import { openSession } from './session';

/** `npm run probe`: asks the real service what its documentation leaves open. Exit codes: see docs/probe.md. */
async function main(): Promise<number> {
	let flags: Flags | 'help';
	let apiKey: string;
	try {
		flags = parseFlags(process.argv.slice(2));
		if (flags === 'help') {
			console.log(usage);
			return 0;
		}
		apiKey = readKeyFile(flags.keyFile);
		for (const file of [flags.report, flags.json ?? ''])
			if (existsSync(file) && !flags.force)
				throw new Error(`The file ${file} exists already. Choose another one, or overwrite it with --force.`);
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${usage}`);
		return 2;
	}
	const { baseUrl, write, sendTo, yes, report, json, webhookUrl, listen } = flags;
	const redactor = new Redactor(apiKey);
	const stop = new AbortController();
	const onStop = () => {
		console.error('Stopping after this question. Press Ctrl+C again to stop at once; what it created may remain then.');
		stop.abort();
	};
	process.once('SIGINT', onStop);
	const receiver = webhookUrl === undefined || !write ? undefined : await startReceiver(webhookUrl, listen);
	const outcome = await runProbe({
		baseUrl,
		receiver,
		write,
		sendTo,
		mark: randomBytes(4)
			.toString('hex')
			.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!),
		send: openSession({ baseUrl, apiKey }, (ms) =>
			console.error(`  waiting ${Math.ceil(ms / 1000)} s for the rate limit`),
		),
		confirm: async (question) => yes || (await confirm(question, stop)),
		isStopped: () => stop.signal.aborted,
		onQuestion: ({ title }) => console.error(`- ${title}`),
	});
	receiver?.stop();
	const flag = flags.force ? 'w' : 'wx';
	writeFileSync(report, redactor.text(reportOf(outcome)), { flag });
	if (json !== undefined) writeFileSync(json, redactor.text(jsonOf(outcome.known)), { flag });
	console.log(`Report: ${report}`);
	for (const each of outcome.known.remains) console.error(`Remains at the service: ${each}`);
	if (outcome.failure === undefined) return 0;
	console.error(redactor.text(outcome.failure));
	return 1;
}

function readKeyFile(file: string): string {
	let key = '';
	try {
		key = readFileSync(file, 'utf8').trim();
	} catch (error) {
		throw new Error(`The key file cannot be read (${(error as NodeJS.ErrnoException).code}).`);
	}
	if (key === '') throw new Error('The key file is empty.');
	return key;
}

/** Asks on the terminal. Without one, the answer is no. */
async function confirm({ does, undo }: Question, stop: AbortController): Promise<boolean> {
	if (!process.stdin.isTTY) return false;
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	terminal.once('SIGINT', () => stop.abort());
	const text = `  ${does}.\n  Undo: ${undo}.\n  Continue? (y/N) `;
	const answer = await terminal.question(text, { signal: stop.signal }).catch(() => '');
	terminal.close();
	return /^y(es)?$/i.test(answer.trim());
}

main().then(
	(code) => void (process.exitCode = code),
	(error: NodeJS.ErrnoException) => {
		// An error of Node while a file is written or a port is opened; its message contains a path at most.
		const what = error.syscall === 'listen' ? 'The port could not be opened' : 'The report could not be written';
		console.error(`${what} (${error.code ?? error.name}).`);
		process.exitCode = 1;
	},
);
