// `npm run screenshots`: regenerates docs/screenshots from a real n8n.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { main, projectRoot } from './run.mjs';
import { setUpN8n, setUpRoot } from './setup.mjs';

await main(async () => {
	await setUpRoot();
	await setUpN8n();
	const { startDemo } = await import('../e2e/demo.mjs');
	const { startBrowser } = await import('../e2e/browser.mjs');
	const { takePictures } = await import('../e2e/pictures.mjs');
	const { takeFormPictures } = await import('../e2e/formPictures.mjs');
	const { stopAll } = await import('../e2e/processes.mjs');

	const userFolder = join(projectRoot, '.demo', 'pictures');
	rmSync(userFolder, { recursive: true, force: true });
	const step = (text) => console.log(text);
	const browser = await startBrowser();
	try {
		const demo = await startDemo({ userFolder, step });
		const folder = join(projectRoot, 'docs', 'screenshots');
		await takePictures({ browser, demo, folder, step });
		await takeFormPictures({ browser, demo, folder, step });
	} finally {
		await browser.close();
		await stopAll();
	}
});
