import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Runs a TypeScript file of tools/bench/ in a separate process, and returns the message that it sends. */
export async function child<Result>(script: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
	const running = fork(join(__dirname, '..', script), args, {
		execArgv: ['--expose-gc', '--import', 'tsx'],
		env: { ...process.env, ...env },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	let result: Result | undefined;
	running.on('message', (message) => (result = message as Result));
	const code = await new Promise<number | null>((resolve) => running.once('exit', resolve));
	if (code !== 0 || result === undefined) throw new Error(`${script} ended with code ${code}`);
	return result;
}
