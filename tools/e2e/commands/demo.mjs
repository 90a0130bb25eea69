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
  --dialect X       dialect of the sandbox: documented, wrapped, sparse or strict
  --check           makes one round trip on other ports instead, and exits with 0 or 1
  --n8n URL         with --check: uses this n8n, which has the package but no owner yet
  --help            shows this text`;

await main(async () => {
	const { help, check: isCheck, ...settings } = readOptions(process.argv.slice(2));
	if (help) return console.log(usage);

	await setUpRoot();
	const { dialect, n8nUrl } = settings;
	if (n8nUrl === undefined) await setUpN8n();
	if (isCheck)
		return await runSession({ name: 'check', codeForCtrlC: 130 }, (userFolder) =>
			check({ userFolder, dialect, n8nUrl }),
		);
	return await runSession({ name: 'demo', keep: true }, (userFolder) => stayUp({ userFolder, ...settings }));
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
				dialect: { type: 'string' },
				n8n: { type: 'string' },
				port: { type: 'string', default: String(preferredPorts.n8n) },
				'sandbox-port': { type: 'string', default: String(preferredPorts.sandbox) },
			},
		});
		const ports = { n8n: portOf(values.port), sandbox: portOf(values['sandbox-port']) };
		const { help, check, dialect, n8n: n8nUrl } = values;
		if (n8nUrl !== undefined && !check) throw new Error('--n8n needs --check.');
		return { help, check, dialect, n8nUrl, ports };
	} catch (error) {
		throw new PlainError(`${error.message}\n\n${usage}`);
	}
}

function portOf(text) {
	if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
		throw new Error(`A port is a number up to 65535, not "${text}".`);
	return Number(text);
}

async function check(settings) {
	const demo = await startDemo({ ...settings, step: printStep });
	await checkRoundTrip({ ...demo, step: printStep });
	await checkDeactivation({ ...demo, step: printStep });
	printStep('The round trip works.');
}

async function stayUp(settings) {
	const demo = await startDemo({ ...settings, step: printStep });
	printStep('Ready.');
	printUrls(demo);
	throw new Error(await Promise.race([demo.n8n.exited, demo.sandbox.exited]));
}
