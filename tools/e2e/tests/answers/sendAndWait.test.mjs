import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { projectRoot } from '../../../scripts/run.mjs';
import { startBrowser } from '../../editor/browser.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { press, publishAsking } from '../support/sendAndWait.mjs';

/** Send and Wait for Response: its pages on a phone, and what n8n does with the links. */

const pictures = join(projectRoot, 'reports', 'sendAndWait');
let demo;
let browser;

before(
	async () => {
		demo = await startTestDemo('sendAndWait');
		browser = await startBrowser();
	},
	{ timeout: startTimeout },
);

after(async () => {
	await browser?.close();
	await stopAll();
});

/** Opens a link on a phone in a language. Collects what the browser's console says about the page. */
async function openOnPhone(url, locale, colorScheme = 'light') {
	const viewport = { width: 390, height: 844 };
	const context = await browser.newContext({ viewport, locale, colorScheme, isMobile: true, hasTouch: true });
	const page = await context.newPage();
	const complaints = [];
	page.on('console', (message) => complaints.push(message.text()));
	page.on('pageerror', (error) => complaints.push(String(error)));
	await page.goto(url);
	return { page, complaints };
}

async function takePicture(page, name) {
	const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
	assert.ok(fits, 'nothing is wider than the screen');
	await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

const texts = async (page, selector) => await page.locator(selector).allInnerTexts();

async function restart() {
	const { url } = demo.n8n;
	await demo.n8n.stop();
	demo.n8n = await startN8n({ userFolder: demo.userFolder, port: Number(new URL(url).port) });
	await demo.api.signIn();
}

test('on a Brazilian phone, a button answers the question once, by one link', async () => {
	const message = 'Posso publicar o post "Férias" & <b>fotos</b> amanhã?\n\nO texto está em anexo.';
	const asking = await publishAsking(demo, { message, options: { language: 'pt' } });
	const { id, text, links } = await asking.ask();
	assert.equal(text, `${message}\n\nResponder: ${links[0].url}`);
	const { headers } = await fetch(links[0].url);
	assert.match(headers.get('content-security-policy'), /^default-src 'none'; .*frame-ancestors/);
	assert.deepEqual([headers.get('referrer-policy'), headers.get('cache-control')], ['no-referrer', 'no-store']);
	const { page, complaints } = await openOnPhone(links[0].url, 'pt-BR', 'dark');
	assert.deepEqual(await texts(page, 'button'), ['✓ Aprovar', '✗ Recusar']);
	await page.getByText('O texto está em anexo.').waitFor();
	await takePicture(page, 'approval');
	await page.reload();
	assert.equal(await asking.status(id), 'waiting');
	await page.getByRole('button', { name: '✗ Recusar' }).click();
	await page.getByRole('heading', { name: 'Obrigado!', exact: true }).waitFor();
	const output = [{ data: { approved: false } }];
	assert.deepEqual(await asking.output(id), output);
	assert.deepEqual(complaints, []);
	// n8n's own page says that the execution has ended.
	await page.goto(links[0].url);
	assert.deepEqual(await texts(page, 'button'), []);
	assert.deepEqual(await asking.output(id), output);
});

test('of simultaneous answers one counts, and only it is told so; a changed link answers nothing', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' });
	const { id, links } = await asking.ask();
	const [{ url }] = links;
	assert.equal((await press(url.replace(/(?<=signature=)./, (digit) => (digit === '0' ? '1' : '0')))).status, 401);
	const answers = Array.from({ length: 6 }, (_, n) => String(n % 2 === 0));
	const pages = await Promise.all(answers.map(async (approved) => await press(url, { approved })));
	const [{ data }] = await asking.output(id);
	const recorded = answers.filter((_answer, n) => pages[n].html.includes('was recorded'));
	assert.deepEqual(recorded, [String(data.approved)]);
});

const fieldOptions = { values: [{ option: 'Segunda & terça' }, { option: 'Sexta' }, { option: 'Sábado' }] };
const form = {
	message: 'Para agendar a visita, precisamos de alguns dados.',
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Nome completo', requiredField: true, placeholder: 'ex.: Ana Souza' },
			{ fieldLabel: 'Pessoas', fieldType: 'number', defaultValue: '2' },
			{ fieldLabel: 'Data', fieldType: 'date', requiredField: true },
			{ fieldLabel: 'Dia', fieldType: 'dropdown', fieldOptions, requiredField: true },
			{ fieldLabel: 'Interesses', fieldType: 'checkbox', fieldOptions, requiredField: true },
			{ fieldLabel: 'Período', fieldType: 'radio', fieldOptions, requiredField: true },
		],
	},
};

test('a form is filled in on a phone, nothing entered is lost by an error, and it can be sent once after a restart', async () => {
	const asking = await publishAsking(demo, form);
	const { id, links } = await asking.ask();
	const { page } = await openOnPhone(links[0].url, 'pt-BR');
	const { page: other } = await openOnPhone(links[0].url, 'pt-BR');
	await takePicture(page, 'form');
	for (const each of [page, other]) {
		await each.getByLabel('Nome completo').fill('Ana "<b>" Souza');
		await each.getByLabel('Pessoas').fill('3.5');
		await each.getByLabel('Data').fill('2026-12-31');
		await each.getByRole('combobox', { name: 'Dia' }).selectOption('Segunda & terça');
		await each.getByRole('group', { name: 'Período' }).getByText('Sábado').tap();
	}
	const submit = page.getByRole('button', { name: 'Enviar resposta' });
	await submit.tap();
	await page.getByRole('alert').waitFor();
	assert.deepEqual(await texts(page, '[role=alert]'), ['Escolha entre as opções.']);
	await takePicture(page, 'form-error');
	for (const each of [page, other]) await each.getByRole('group', { name: 'Interesses' }).getByText('Sexta').tap();
	await restart();
	assert.equal(await asking.status(id), 'waiting');
	await submit.tap();
	await page.getByRole('heading', { name: 'Obrigado!', exact: true }).waitFor();
	const answer = { 'Nome completo': 'Ana "<b>" Souza', Pessoas: 3.5, Data: '2026-12-31', Dia: 'Segunda & terça' };
	const expected = [{ data: { ...answer, Interesses: ['Sexta'], Período: 'Sábado' } }];
	assert.deepEqual(await asking.output(id), expected);
	await other.getByRole('button', { name: 'Enviar resposta' }).tap();
	await other.waitForFunction("!document.querySelector('form')");
	assert.deepEqual(await asking.output(id), expected);
});

test('without a response in time, the execution goes on with its input, and data says so', async () => {
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.1, resumeUnit: 'minutes' };
	const asking = await publishAsking(demo, { message: 'Well?', options: { limitWaitTime: { values: limit } } });
	const { id, links } = await asking.ask({ order: 17 });
	const [item] = await asking.output(id, 90_000);
	assert.deepEqual(item.body, { order: 17 });
	assert.deepEqual(item.data, { approved: false, timedOut: true });
	assert.doesNotMatch((await press(links[0].url)).html, /was recorded/);
	assert.deepEqual(await asking.output(id), [item]);
});
