import { settingsFrom, usage } from './settings/cliFlags';
import type { SandboxSettings } from './types/sandbox';
import { startSandbox, type Sandbox } from './index';

async function main(): Promise<void> {
	let settings: SandboxSettings | 'help';
	try {
		settings = settingsFrom(process.argv.slice(2));
	} catch (error) {
		return fail((error as Error).message);
	}
	if (settings === 'help') return console.log(usage);
	let sandbox: Sandbox;
	try {
		sandbox = await startSandbox(settings);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === 'EADDRINUSE') return fail(`Port ${settings.port} is taken. Choose another with --port, or --port 0 for any free one.`);
		if (code === 'EACCES') return fail(`Port ${settings.port} may not be used by this account. Choose another with --port.`);
		return fail(message);
	}
	console.log(`Sandbox ready: ${sandbox.origin}  (base URL ${sandbox.baseUrl})`);
	console.log(`Console page:  ${sandbox.origin}/`);
	for (const [name, key] of Object.entries(sandbox.keys)) console.log(`Key ${name.padEnd(12)} ${key}`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
	}
}

function fail(sentence: string): void {
	console.error(sentence);
	process.exitCode = 1;
}

void main();
