import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../../scripts/run.mjs';
import { startBrowser } from '../../editor/browser.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { post } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { decline, linksIn, press, publishAsking } from '../support/sendAndWait.mjs';
import { failNext, sentTexts } from '../support/workflows.mjs';

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

for (const [button, approved] of [
	['✓ Aprovar', true],
	['✗ Recusar', false],
]) {
	test(`on a Brazilian phone, "${button}" responds to the question once, by one link`, async () => {
		const message = 'Posso publicar o post "Férias" & <b>fotos</b> amanhã?\n\nO texto está em anexo.';
		const asking = await publishAsking(demo, { message, options: { language: 'pt' } });
		const { id, text, links } = await asking.ask();
		assert.equal(text, `${message}\n\nResponder: ${links[0].url}`);
		const { headers } = await fetch(links[0].url);
		assert.match(headers.get('content-security-policy'), /^default-src 'none'; .*frame-ancestors/);
		assert.deepEqual([headers.get('referrer-policy'), headers.get('cache-control')], ['no-referrer', 'no-store']);
		const { page, complaints } = await openOnPhone(links[0].url, 'pt-BR', approved ? 'light' : 'dark');
		assert.deepEqual(await texts(page, 'button'), ['✓ Aprovar', '✗ Recusar']);
		await page.getByText('O texto está em anexo.').waitFor();
		await takePicture(page, `approval-${approved}`);
		await page.reload();
		assert.equal(await asking.status(id), 'waiting');
		await page.getByRole('button', { name: button }).click();
		await page.getByRole('heading', { name: 'Obrigado!', exact: true }).waitFor();
		assert.deepEqual(await asking.output(id), [{ data: { approved } }]);
		assert.deepEqual(complaints, []);
		// n8n's own page says that the execution has ended.
		await page.goto(links[0].url);
		assert.deepEqual(await texts(page, 'button'), []);
		assert.deepEqual(await asking.output(id), [{ data: { approved } }]);
		await page.context().close();
	});
}

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

for (const [what, limit] of [
	['a time interval', () => ({ limitType: 'afterTimeInterval', resumeAmount: 0.1, resumeUnit: 'minutes' })],
	['a date', () => ({ limitType: 'atSpecifiedTime', maxDateAndTime: new Date(Date.now() + 6000).toISOString() })],
]) {
	test(`after ${what} without a response, the execution goes on with its input, and data says so`, async () => {
		const options = { limitWaitTime: { values: limit() } };
		const asking = await publishAsking(demo, { message: 'Well?', options });
		const { id, links } = await asking.ask({ order: 17 });
		const [item] = await asking.output(id, 90_000);
		assert.deepEqual(item.body, { order: 17 });
		assert.deepEqual(item.data, { approved: false, timedOut: true });
		assert.doesNotMatch((await press(links[0].url)).html, /was recorded/);
		assert.deepEqual(await asking.output(id), [item]);
	});
}

test('the page shows the message of an expression, and fifty executions that wait at once get their own responses', async () => {
	await demo.sandbox.control('POST', 'reset', {});
	const message = `={{ $('Start').item.json.body.n }} {{ $input.first().json.body.n }} {{ $node.Start.json.body.n }}?`;
	const asking = await publishAsking(demo, { message, responseType: 'freeText' });
	const numbers = Array.from({ length: 50 }, (_, n) => n);
	await Promise.all(numbers.map(async (n) => await post(asking.url, { n })));
	const count = async (status) => await demo.api.countExecutions(asking.id, status);
	await waitUntil(async () => (await count('waiting')) === 50, '50 waiting executions', 60_000);
	const questions = (await sentTexts(demo)).map((text) => ({ n: parseInt(text, 10), url: linksIn(text)[0].url }));
	assert.deepEqual(new Set(questions.map(({ n }) => n)), new Set(numbers));
	const [{ n, url }] = questions;
	assert.ok((await (await fetch(url)).text()).includes(`${n} ${n} ${n}?`));
	await Promise.all(questions.map(async (each) => await press(each.url, { 'field-0': `to ${each.n}` })));
	await waitUntil(async () => (await count('success')) === 50, '50 ended executions');
	for (const each of questions) {
		const id = new URL(each.url).pathname.split('/')[2];
		assert.deepEqual(await asking.output(id), [{ data: { text: `to ${each.n}` } }]);
	}
});

test('of ten simultaneous responses, one counts, and only it is told so', async () => {
	for (let round = 0; round < 5; round += 1) {
		const asking = await publishAsking(demo, { message: 'Well?' });
		const { id, links } = await asking.ask();
		const answers = Array.from({ length: 10 }, (_, n) => (n % 2 ? decline : { approved: 'true' }));
		const pages = await Promise.all(answers.map(async (fields) => await press(links[0].url, fields)));
		const [{ data }] = await asking.output(id);
		const recorded = pages.flatMap(({ html }, n) => (/was recorded/.test(html) ? [answers[n].approved] : []));
		assert.deepEqual(recorded, [String(data.approved)]);
	}
});

test('the link of an earlier question of the same execution, or one that was changed, answers nothing', async () => {
	const asking = await publishAsking(demo, { message: 'Well?' }, { name: `Ask {{ "it's" }} \u2028`, inLoop: true });
	const [one, other] = [await asking.ask(), await asking.ask()];
	const [{ url }] = one.links;
	const { search } = new URL(url);
	const changed = [
		url.replace('question=1', 'question=2'),
		url.replace(/(?<=signature=)./, (digit) => (digit === '0' ? '1' : '0')),
		url.replace(`/${one.id}/`, `/${other.id}/`),
		url.replace(search, ''),
		`${url}&approved=true`,
	];
	for (const each of changed) {
		assert.equal((await fetch(each)).status, 401, each);
		assert.equal((await press(each)).status, 401, each);
	}
	const before = (await sentTexts(demo)).length;
	assert.match((await press(url)).html, /was recorded/);
	await waitUntil(async () => (await sentTexts(demo)).length > before, 'the second question');
	await waitUntil(async () => (await asking.status(one.id)) === 'waiting', 'the second wait');
	assert.equal((await press(url)).status, 410);
	await sleep(500);
	for (const { id } of [one, other]) assert.equal(await asking.status(id), 'waiting');
	assert.equal((await sentTexts(demo)).length, before + 1);
});

test('a message whose response was lost fails the node: nothing waits, and Retry On Fail does not send it again', async () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
	const asking = await publishAsking(demo, { message: 'Well?' }, { settings: retry });
	const before = (await sentTexts(demo)).length;
	await failNext(demo, { kind: 'resetAfterWork' });
	await assert.rejects(asking.start(), /Not sent again: an earlier attempt may have sent it/);
	assert.equal((await sentTexts(demo)).length, before + 1);
});
