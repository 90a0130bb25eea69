// `npm run demo`: the sandbox and a real n8n with this package in it, until Ctrl+C.
// `npm run demo -- --check`: one automatic round trip, exit code 0 or 1.
import { main, PlainError } from '../../scripts/run.mjs';
import { setUpRoot } from '../../scripts/setup.mjs';
import { checkDeactivation, checkRoundTrip } from '../demo/check.mjs';
import { preferredPorts, startDemo } from '../demo/demo.mjs';
import { setUpN8n } from '../n8n/install.mjs';
import { printStep, printUrls, runSession } from './session.mjs';

await main(async () => {
	const unknown = process.argv.slice(2).find((argument) => argument !== '--check');
	if (unknown) throw new PlainError(`Unknown option ${unknown}. Usage: npm run demo [-- --check]`);

	await setUpRoot();
	await setUpN8n();
	if (process.argv.includes('--check'))
		return await runSession({ name: 'check', codeForCtrlC: 130 }, check);
	return await runSession({ name: 'demo', keep: true }, stayUp);
});
// An interrupted start may still have something pending.
process.exit();

async function check(userFolder) {
	const demo = await startDemo({ userFolder, step: printStep });
	await checkRoundTrip({ ...demo, step: printStep });
	await checkDeactivation({ ...demo, step: printStep });
	printStep('The round trip works.');
}

async function stayUp(userFolder) {
	const demo = await startDemo({ userFolder, ports: preferredPorts, step: printStep });
	printStep('Ready.');
	printUrls(demo);
	throw new Error(await Promise.race([demo.n8n.exited, demo.sandbox.exited]));
}
