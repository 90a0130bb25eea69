import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { projectRoot } from '../../../scripts/run.mjs';
import { startBrowser } from '../../editor/browser.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { publishAsking } from '../support/sendAndWait.mjs';

/** Send and Wait for Response: the pages in a browser, at the size of a phone. */

const pictures = join(projectRoot, 'reports', 'sendAndWait');
let demo;
let browser;

before(
	async () => {
		mkdirSync(pictures, { recursive: true });
		demo = await startTestDemo('sendAndWaitPages');
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
	const context = await browser.newContext({ viewport, locale, colorScheme, isMobile: true });
	const page = await context.newPage();
	const complaints = [];
	page.on('console', (message) => complaints.push(message.text()));
	page.on('pageerror', (error) => complaints.push(String(error)));
	await page.goto(url);
	return { page, complaints };
}

async function takePicture(page, name) {
	await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** Whether nothing is wider than the screen. */
async function fits(page) {
	return await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
}

/** Waits for the page after a button. */
async function seeTitle(page, name) {
	await page.getByRole('heading', { name, exact: true }).waitFor();
}

const texts = (page, selector) => page.locator(selector).allInnerTexts();

for (const [button, approved] of [
	['✓ Aprovar', true],
	['✗ Recusar', false],
]) {
	test(`on a Brazilian phone, "${button}" responds to the question once, by one link`, async () => {
		const asking = await publishAsking(demo, {
			message: 'Posso publicar o post "Férias de verão" amanhã às 9h?\n\nO texto está em anexo.',
			options: { language: 'pt' },
		});
		const { id, text, links } = await asking.ask();
		assert.match(text, /\n\nResponder: http\S+$/);
		assert.equal(links.length, 1);
		const { page, complaints } = await openOnPhone(links[0].url, 'pt-BR', approved ? 'light' : 'dark');
		assert.equal(await page.getAttribute('html', 'lang'), 'pt-BR');
		assert.deepEqual(await texts(page, 'button'), ['✓ Aprovar', '✗ Recusar']);
		assert.ok(await fits(page));
		await takePicture(page, `approval-${approved}`);
		await page.reload();
		assert.equal(await asking.status(id), 'waiting');
		await page.getByRole('button', { name: button }).click();
		await seeTitle(page, 'Obrigado!');
		await takePicture(page, `thanks-${approved}`);
		assert.deepEqual(await asking.output(id), [{ data: { approved } }]);
		assert.deepEqual(complaints, []);
		// n8n's own page says that the execution has ended.
		await page.goto(links[0].url);
		assert.deepEqual(await texts(page, 'button'), []);
		assert.deepEqual(await asking.output(id), [{ data: { approved } }]);
		await page.context().close();
	});
}

const fieldOptions = {
	values: [{ option: 'Segunda & terça' }, { option: 'Sexta' }, { option: 'Sábado' }],
};
const form = {
	message: 'Para agendar a visita, precisamos de alguns dados.',
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Nome completo', requiredField: true, placeholder: 'ex.: Ana Souza' },
			{ fieldLabel: 'E-mail', fieldType: 'email' },
			{ fieldLabel: 'Pessoas', fieldType: 'number', defaultValue: '2' },
			{ fieldLabel: 'Data', fieldType: 'date', requiredField: true },
			{ fieldLabel: 'Dia', fieldType: 'dropdown', fieldOptions, requiredField: true },
			{ fieldLabel: 'Outros dias', fieldType: 'dropdown', multiselect: true, fieldOptions },
			{ fieldLabel: 'Interesses', fieldType: 'checkbox', fieldOptions, requiredField: true },
			{ fieldLabel: 'Período', fieldType: 'radio', fieldOptions, requiredField: true },
			{ fieldLabel: 'Observações', fieldType: 'textarea' },
		],
	},
};

/** Fills in the form by taps and keys, but leaves the checkboxes. */
async function fillIn(page) {
	await page.getByLabel('Nome completo').fill('Ana "<b>" Souza');
	await page.getByLabel('E-mail').fill('ana@example.com');
	await page.getByLabel('Pessoas').fill('3.5');
	await page.getByLabel('Data').fill('2026-12-31');
	await page.getByRole('combobox', { name: 'Dia' }).selectOption('Segunda & terça');
	await page.getByRole('group', { name: 'Período' }).getByText('Sábado').tap();
	await page.getByLabel('Observações').fill('Uma\nlinha');
}

test('a form is filled in on a phone, an error is at its element, and nothing entered is lost', async () => {
	const asking = await publishAsking(demo, form);
	const { id, links } = await asking.ask();
	const viewport = { width: 390, height: 844 };
	const context = await browser.newContext({ viewport, locale: 'pt-BR', hasTouch: true });
	const page = await context.newPage();
	await page.goto(links[0].url);
	assert.deepEqual(await texts(page, 'h1'), ['Aguardamos a sua resposta']);
	assert.ok(await fits(page));
	await takePicture(page, 'form');
	await page.emulateMedia({ colorScheme: 'dark' });
	await takePicture(page, 'form-dark');
	await page.emulateMedia({ colorScheme: 'light' });
	const submit = page.getByRole('button', { name: 'Enviar resposta' });
	await submit.tap();
	assert.equal((await page.locator(':invalid:not(form, fieldset)').count()) > 0, true);
	await fillIn(page);
	await submit.tap();
	await page.getByRole('alert').waitFor();
	assert.deepEqual(await texts(page, '[role=alert]'), ['Escolha entre as opções.']);
	assert.equal(await asking.status(id), 'waiting');
	await takePicture(page, 'form-error');
	const interests = page.getByRole('group', { name: 'Interesses' });
	await interests.getByText('Sexta').tap();
	await interests.getByText('Sábado').tap();
	await submit.tap();
	await seeTitle(page, 'Obrigado!');
	assert.deepEqual(await asking.output(id), [
		{
			data: {
				'Nome completo': 'Ana "<b>" Souza',
				'E-mail': 'ana@example.com',
				Pessoas: 3.5,
				Data: '2026-12-31',
				Dia: 'Segunda & terça',
				'Outros dias': [],
				Interesses: ['Sexta', 'Sábado'],
				Período: 'Sábado',
				Observações: 'Uma\r\nlinha',
			},
		},
	]);
	await context.close();
});

test('a form that was open while n8n restarted can still be sent, once', async () => {
	const asking = await publishAsking(demo, form);
	const { id, links } = await asking.ask();
	const viewport = { width: 390, height: 844 };
	const context = await browser.newContext({ viewport, locale: 'es-MX', hasTouch: true });
	const [page, other] = [await context.newPage(), await context.newPage()];
	for (const each of [page, other]) {
		await each.goto(links[0].url);
		await fillIn(each);
		await each.getByRole('group', { name: 'Interesses' }).getByText('Sexta').tap();
	}
	const { url } = demo.n8n;
	await demo.n8n.stop();
	demo.n8n = await startN8n({ userFolder: demo.userFolder, port: Number(new URL(url).port) });
	await demo.api.signIn();
	await page.getByRole('button', { name: 'Enviar respuesta' }).tap();
	await seeTitle(page, 'Gracias');
	const [{ data }] = await asking.output(id);
	assert.equal(data.Dia, 'Segunda & terça');
	await other.getByRole('button', { name: 'Enviar respuesta' }).tap();
	await other.waitForFunction("!document.querySelector('form')");
	assert.doesNotMatch(await other.innerText('body'), /Gracias/);
	assert.deepEqual(await asking.output(id), [{ data }]);
	await context.close();
});
