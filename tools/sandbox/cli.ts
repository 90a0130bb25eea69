import { startSandbox, type Sandbox, type SandboxSettings } from './index';
import { parseFlags, usage } from './settings/cliFlags';

/** `npm run sandbox`: starts a sandbox and prints its URLs and keys, until Ctrl+C. */
async function main(): Promise<void> {
	let settings: SandboxSettings | 'help';
	try {
		settings = parseFlags(process.argv.slice(2));
	} catch (error) {
		return fail((error as Error).message);
	}
	if (settings === 'help') return console.log(usage);
	let sandbox: Sandbox;
	try {
		sandbox = await startSandbox(settings);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === 'EADDRINUSE')
			return fail(`Port ${settings.port} is in use. Choose another one with --port, or any free one with --port 0.`);
		if (code === 'EACCES')
			return fail(`Port ${settings.port} is not permitted for this user. Choose another one with --port.`);
		return fail(message);
	}
	console.log(`Sandbox ready: ${sandbox.origin}  (base URL ${sandbox.baseUrl})`);
	console.log(`Console page:  ${sandbox.origin}/`);
	for (const [name, key] of Object.entries(sandbox.keys)) console.log(`Key ${name.padEnd(12)} ${key}`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
	}
}

function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}

void main();
