// `npm run demo`: the sandbox and a real n8n with this package in it, until Ctrl+C.
// `npm run demo -- --check`: one automatic round trip, exit code 0 or 1.
import { parseArgs } from 'node:util';
import { main, PlainError } from '../../scripts/run.mjs';
import { setUpRoot } from '../../scripts/setup.mjs';
import { checkDeactivation, checkRoundTrip } from '../demo/check.mjs';
import { preferredPorts, startDemo } from '../demo/demo.mjs';
import { setUpN8n } from '../n8n/install.mjs';
import { printStep, printUrls, runSession } from './session.mjs';

const usage = `Usage: npm run demo [-- OPTIONS]

Starts the sandbox and a real n8n with this package, until you press Ctrl+C.

  --port N          port of n8n, if it is free (default ${preferredPorts.n8n})
  --sandbox-port N  port of the sandbox, if it is free (default ${preferredPorts.sandbox})
  --check           makes one round trip on other ports instead, and exits with 0 or 1
  --help            shows this text`;

await main(async () => {
	const { help, check: isCheck, ports } = readOptions(process.argv.slice(2));
	if (help) return console.log(usage);

	await setUpRoot();
	await setUpN8n();
	if (isCheck) return await runSession({ name: 'check', codeForCtrlC: 130 }, check);
	return await runSession({ name: 'demo', keep: true }, (folder) => stayUp(folder, ports));
});
// An interrupted start may still have something pending.
process.exit();

function readOptions(args) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				help: { type: 'boolean', short: 'h' },
				check: { type: 'boolean' },
				port: { type: 'string', default: String(preferredPorts.n8n) },
				'sandbox-port': { type: 'string', default: String(preferredPorts.sandbox) },
			},
		});
		const ports = { n8n: portOf(values.port), sandbox: portOf(values['sandbox-port']) };
		return { ...values, ports };
	} catch (error) {
		throw new PlainError(`${error.message}\n\n${usage}`);
	}
}

function portOf(text) {
	if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
		throw new Error(`A port is a number up to 65535, not "${text}".`);
	return Number(text);
}

async function check(userFolder) {
	const demo = await startDemo({ userFolder, step: printStep });
	await checkRoundTrip({ ...demo, step: printStep });
	await checkDeactivation({ ...demo, step: printStep });
	printStep('The round trip works.');
}

async function stayUp(userFolder, ports) {
	const demo = await startDemo({ userFolder, ports, step: printStep });
	printStep('Ready.');
	printUrls(demo);
	throw new Error(await Promise.race([demo.n8n.exited, demo.sandbox.exited]));
}
