import { clocks, systemClock } from '../../../nodes/transport/clock';
import { useInstantClock } from '../../support/instantClock';
import { expectLines } from '../../support/project';
import { waitingExecution } from '../support/waitingExecution';

/** The link of Send and Wait and its pages, in n8n's context of a waiting webhook. */

useInstantClock();

const approval = { body: { approved: 'true' } };
const message = 'Posso publicar?';
const formFields = { values: [{ fieldLabel: 'Dia', fieldType: 'date', requiredField: true }] };
const types = {
	approval: { ...approval, output: { approved: true } },
	freeText: { body: { 'field-0': 'Sim' }, output: { text: 'Sim' } },
	customForm: { body: { 'field-0': '2026-12-31' }, output: { Dia: '2026-12-31' } },
};
const typeNames = Object.keys(types) as Array<keyof typeof types>;

/** What differs between pages. */
const contentOf = (html: unknown) => String(html).match(/<html.*|<title.*|(?<=<main>\n)[^]*(?=\n<\/main>)/g) ?? [];

/** The pages before and after a response, after a blank one, and of an earlier question. */
async function pagesOf(type: keyof typeof types, option: string, language: string): Promise<string[]> {
	const ask = waitingExecution('Ask', { message, responseType: type, formFields, options: { language: option } });
	const { response: first } = await ask('GET', { language });
	const { response: refused } = await ask('POST', { language, body: { 'field-0': ' ' } });
	const body = { data: types[type].body, files: {} };
	const { webhookResponse, output } = await ask('POST', { language, body });
	expect(output).toEqual({ data: types[type].output });
	const { response: outdated } = await ask('GET', { language, question: '1' });
	const shown = [first, refused, outdated].flatMap(({ statusCode, html }) => [`${statusCode}`, ...contentOf(html)]);
	return [`${type} ${option}`, ...shown, ...contentOf(webhookResponse)];
}

test('the pages of each type are complete, in the language of the option or of the browser', async () => {
	const lines: string[] = [];
	for (const type of typeNames) lines.push(...(await pagesOf(type, 'en', 'fr, de;q=0.5')));
	for (const [language, inBrowser] of [
		['pt', 'pt-BR, fr;q=0.9'],
		['es', 'fr, es-419;q=0.8, en;q=0.7'],
	] as const) {
		const pages = await pagesOf('freeText', language, 'fr, de;q=0.5');
		expect((await pagesOf('freeText', 'auto', inBrowser)).slice(1)).toEqual(pages.slice(1));
		const { response } = await waitingExecution('Ask', { options: { language } })('GET');
		lines.push(...pages, ...contentOf(response.html));
	}
	const ask = waitingExecution('Ask', { responseType: "={{ $('Nobody').first().json }}" });
	const { response, output } = await ask('POST', { language: 'pt-BR' });
	expect(output).toBeUndefined();
	expectLines('run/sendAndWait/pages.txt', lines.concat(`${response.statusCode}`, contentOf(response.html)));
});

test.each([
	['', 'en'],
	['pt-PT,en;q=0.9', 'pt-BR'],
	['constructor, __proto__;q=1;q=2, ;;;,,', 'en'],
])('a browser with the languages %j gets a page in %s', async (language, lang) => {
	const { response } = await waitingExecution('Ask')('GET', { language });
	expect(response.html).toMatch(new RegExp(`<html lang="${lang}">[^]*</h1>\n<form`));
});

const own = {
	responseFormTitle: 'Title <1>',
	responseFormDescription: 'Description <2>',
	responseFormButtonLabel: 'Button <3>',
	formSubmittedText: 'Thanks <4>',
};

test.each(typeNames)('the texts of the options are on the page of %s, as text', async (responseType) => {
	const values = { approveLabel: 'Yes & <5>', disapproveLabel: 'No & <6>' };
	const parameters = { message, responseType, formFields, approvalOptions: { values }, options: own };
	const ask = waitingExecution('Ask', parameters);
	const { html } = (await ask('GET')).response;
	expect(html).toContain('<h1>Title &#60;1&#62;</h1>');
	expect(html).toContain('<p>Description &#60;2&#62;</p>');
	const buttons = [...html.matchAll(/<button.*?>(.*?)<\/button>/g)].map(([, label]) => label);
	const expected = ['Yes &#38; &#60;5&#62;', 'No &#38; &#60;6&#62;'];
	expect(buttons).toEqual(responseType === 'approval' ? expected : ['Button &#60;3&#62;']);
	const { webhookResponse } = await ask('POST', { body: types[responseType].body });
	expect(webhookResponse).toContain('<p>Thanks &#60;4&#62;</p>');
});

test.each([
	[true, 'May I *now* &#60;a&#62;?'],
	['={{ $missing() }}', '**May I** \\*now\\* &#60;a&#62;?'],
])('with Format Markdown %j, the page shows the message as %j', async (formatMarkdown, shown) => {
	const parameters = { message: '**May I** \\*now\\* <a>?', options: { formatMarkdown } };
	expect((await waitingExecution('Ask', parameters)('GET')).response.html).toContain(`<p>${shown}</p>`);
});

test.each([
	['without a body', undefined],
	['with both answers', { approved: ['true', 'false'] }],
	['with another value', { approved: 'TRUE' }],
	['with a file', { data: {}, files: { approved: 'true' } }],
])('a POST %s neither approves nor declines', async (_what, body) => {
	const { response, output } = await waitingExecution('Ask')('POST', { body });
	expect([response.statusCode, output]).toEqual([422, undefined]);
	expect(response.html).toContain('value="true">✓ Approve</button>');
});

test('a recipient can decline, but not with the type Approve Only', async () => {
	const decline = { body: { approved: 'false' } };
	expect((await waitingExecution('Ask')('POST', decline)).output).toEqual({ data: { approved: false } });
	const approvalOptions = { values: { approvalType: 'single' } };
	const ask = waitingExecution('Ask', { approvalOptions });
	const { response, output } = await ask('POST', decline);
	expect([response.statusCode, output]).toEqual([422, undefined]);
	expect(response.html).toMatch(/<form[^>]*><button[^>]*>✓ Approve<\/button><\/form>/);
	expect((await ask('POST', approval)).output).toEqual({ data: { approved: true } });
});

const names = ['Ask', 'Ask {{ now }}', `'"\`\\`, '={{ 1 + 1 }}', '__proto__', ''];

test.each(names)('of the node %j, only the link of the last question works', async (name) => {
	const answer = waitingExecution(name);
	const outdated = await answer('POST', { ...approval, question: '1' });
	expect([outdated.response.statusCode, outdated.output]).toEqual([410, undefined]);
	expect((await answer('GET')).response.statusCode).toBe(200);
	const { output, respondedAt } = await answer('POST', approval);
	expect(output).toEqual({ data: { approved: true } });
	expect(new Date(String(respondedAt)).toISOString()).toBe(respondedAt);
});

test('one of three responses at the same time counts; the next one does if n8n cannot resume', async () => {
	const answer = waitingExecution('Ask');
	clocks.current = { ...systemClock, sleep: async () => await new Promise(() => {}) };
	const answers = await Promise.all([1, 2, 3].map(async () => await answer('POST', approval)));
	expect(answers.map(({ output }) => output !== undefined)).toEqual([true, false, false]);
	for (const { response } of answers.slice(1)) {
		expect(response.statusCode).toBe(410);
		expect(response.html).toMatch(/was answered/);
	}
	answers[0]!.response.status(500).end('n8n cannot reach its database');
	expect((await answer('POST', approval)).output).toEqual({ data: { approved: true } });
});
