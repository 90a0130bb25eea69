// `npm run dev`: the demo, with the node from the working tree. What changes in nodes/, credentials/ and icons/ is
// compiled or copied into n8n's copy of the package, and n8n loads it again (N8N_DEV_RELOAD).
import { copyFileSync, existsSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { main, projectRoot } from '../../scripts/run.mjs';
import { setUpRoot } from '../../scripts/setup.mjs';
import { preferredPorts, startDemo } from '../demo/demo.mjs';
import { setUpN8n } from '../n8n/install.mjs';
import { packageFolder } from '../n8n/package.mjs';
import { startProcess } from '../processes/processes.mjs';
import { printStep, printUrls, runSession } from './session.mjs';

/** With source maps, for the debugger. */
const flags = ['--watch', '--preserveWatchOutput', '--inlineSourceMap', '--inlineSources'];

await main(async () => {
	await setUpRoot();
	await setUpN8n();
	return await runSession({ name: 'dev', keep: true }, develop);
});
// An interrupted start may still have something pending.
process.exit();

async function develop(userFolder) {
	const installed = packageFolder(userFolder);
	// An earlier session may have left another state of the sources.
	rmSync(installed, { recursive: true, force: true });
	const demo = await startDemo({
		userFolder,
		ports: preferredPorts,
		env: { N8N_DEV_RELOAD: 'true' },
		step: printStep,
	});
	const dist = join(installed, 'dist');
	for (const folder of ['nodes', 'credentials', 'icons']) copyChangedAssets(folder, dist);
	const compiler = startProcess({
		name: 'The compiler',
		command: process.execPath,
		args: ['node_modules/typescript/bin/tsc', ...flags, '--outDir', dist],
		cwd: projectRoot,
		env: process.env,
	});
	printStep('Ready. Save a file, and n8n loads the node again; reload the editor to see its new form.');
	printUrls(demo);
	console.log(`  debugger   kill -USR1 ${demo.n8n.child.pid}, then attach to 127.0.0.1:9229\n`);
	throw new Error(await Promise.race([demo.n8n.exited, demo.sandbox.exited, compiler.exited]));
}

/** Copies icons and codex files, which the compiler ignores, when they change. */
function copyChangedAssets(folder, dist) {
	watch(join(projectRoot, folder), { recursive: true }, (_event, name) => {
		const path = join(folder, name ?? '');
		const isAsset = /\.(svg|node\.json)$/.test(path) && existsSync(join(projectRoot, path));
		if (isAsset) copyFileSync(join(projectRoot, path), join(dist, path));
	});
}
