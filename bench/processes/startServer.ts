import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Starts a TypeScript file of bench/ that sends its origin when it listens, and exits when its parent disconnects. */
export async function startServer(script: string): Promise<{ origin: string; end(): void }> {
	const running = fork(join(__dirname, '..', script), [], { execArgv: ['--import', 'tsx'] });
	const origin = await new Promise<string>((resolve, reject) => {
		running.once('message', (message) => resolve(message as string));
		running.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)));
	});
	return { origin, end: () => running.disconnect() };
}
