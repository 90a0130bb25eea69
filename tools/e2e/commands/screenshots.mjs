// `npm run screenshots`: regenerates docs/screenshots from a real n8n. Arguments: parts (trigger, console, templates);
// default: all.
import { join } from 'node:path';
import { main, PlainError, projectRoot } from '../../scripts/run.mjs';
import { setUpRoot } from '../../scripts/setup.mjs';
import { startDemo } from '../demo/demo.mjs';
import { setUpN8n } from '../n8n/install.mjs';
import { printStep as step, runSession } from './session.mjs';

await main(async () => {
	await setUpRoot();
	await setUpN8n();
	return await runSession({ name: 'screenshots', codeForCtrlC: 130 }, takeScreenshots);
});
process.exit();

async function takeScreenshots(userFolder) {
	// Imported here, because they need what the set-up installs.
	const { startBrowser } = await import('../editor/browser.mjs');
	const { takeConsolePicture, takeTriggerPicture } = await import('../editor/pictures.mjs');
	const { takeTemplatePictures } = await import('../editor/templatePictures.mjs');
	const parts = {
		trigger: takeTriggerPicture,
		console: takeConsolePicture,
		templates: takeTemplatePictures,
	};
	const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
	const unknown = names.find((name) => !(name in parts));
	if (unknown) throw new PlainError(`No part ${unknown}: ${Object.keys(parts).join(', ')}`);
	const folder = join(projectRoot, 'docs', 'screenshots');
	const browser = await startBrowser();
	try {
		const demo = await startDemo({ userFolder, step });
		for (const name of names) await parts[name]({ browser, demo, folder, step });
	} finally {
		await browser.close();
	}
}
