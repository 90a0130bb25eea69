// `npm run screenshots`: regenerates docs/screenshots from a real n8n. With the argument `templates`, only those of the
// templates.
import { join } from 'node:path';
import { main, projectRoot } from '../../scripts/run.mjs';
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
	const { takePictures } = await import('../editor/pictures.mjs');
	const { takeFormPictures } = await import('../editor/formPictures.mjs');
	const { takeTemplatePictures } = await import('../editor/templatePictures.mjs');
	const folder = join(projectRoot, 'docs', 'screenshots');
	const browser = await startBrowser();
	try {
		const demo = await startDemo({ userFolder, step });
		if (process.argv[2] !== 'templates') {
			await takePictures({ browser, demo, folder, step });
			await takeFormPictures({ browser, demo, folder, step });
		}
		await takeTemplatePictures({ browser, demo, folder: join(folder, 'templates'), step });
	} finally {
		await browser.close();
	}
}
