// The browser for the editor: an installed one, since none is downloaded.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

function findBrowser() {
	const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
	const found = [
		process.env.CHROMIUM_PATH,
		...process.env.PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	].find((path) => path && existsSync(path));
	if (!found) throw new Error('No Chromium or Chrome found. Install one, or name it in CHROMIUM_PATH.');
	return found;
}

/** Starts the browser of CHROMIUM_PATH or an installed one. It makes no requests by itself. Throws if there is none. */
export async function startBrowser() {
	return await chromium.launch({
		executablePath: findBrowser(),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
		],
	});
}
