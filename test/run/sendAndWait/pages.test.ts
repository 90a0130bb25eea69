import { clocks, systemClock } from '../../../nodes/transport/clock';
import { useInstantClock } from '../../support/instantClock';
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
const languages = {
	en: {
		...{ lang: 'en', title: 'Your response is requested', thanks: 'Thank you' },
		...{ recorded: 'Your response was recorded', outdated: 'was answered' },
		...{ approval: ['✓ Approve', '✗ Decline'], freeText: ['Your response', 'Send Response'] },
		...{ customForm: ['Dia', 'Send Response'], problem: 'Fill in this field.' },
	},
	pt: {
		...{ lang: 'pt-BR', title: 'Aguardamos a sua resposta', thanks: 'Obrigado!' },
		...{ recorded: 'Sua resposta foi registrada', outdated: 'já foi respondida' },
		...{ approval: ['✓ Aprovar', '✗ Recusar'], freeText: ['Sua resposta', 'Enviar resposta'] },
		...{ customForm: ['Dia', 'Enviar resposta'], problem: 'Preencha este campo.' },
	},
	es: {
		...{ lang: 'es', title: 'Esperamos su respuesta', thanks: 'Gracias' },
		...{ recorded: 'Su respuesta se ha registrado', outdated: 'ya se ha respondido' },
		...{ approval: ['✓ Aprobar', '✗ Rechazar'], freeText: ['Su respuesta', 'Enviar respuesta'] },
		...{ customForm: ['Dia', 'Enviar respuesta'], problem: 'Complete este campo.' },
	},
};
const typeNames = Object.keys(types) as Array<keyof typeof types>;
const cases = (Object.keys(languages) as Array<keyof typeof languages>).flatMap((language) =>
	typeNames.flatMap((type) => ['option', 'browser'].map((by) => ({ language, type, by }))),
);

test.each(cases)('the pages of $type are in the language $language of the $by', async ({ language, type, by }) => {
	const texts = languages[language];
	const options = { language: by === 'option' ? language : 'auto' };
	const request = { language: by === 'option' ? 'fr, de;q=0.5' : `${texts.lang}, fr;q=0.9` };
	const ask = waitingExecution('Ask', { message, responseType: type, formFields, options });
	const { response: page } = await ask('GET', request);
	expect(page.statusCode).toBe(200);
	for (const text of [message, texts.title, ...texts[type]]) expect(page.html).toContain(text);
	expect(page.html).toContain(`<html lang="${texts.lang}">`);
	if (type !== 'approval') {
		const { response, output } = await ask('POST', { ...request, body: { 'field-0': ' ' } });
		expect([response.statusCode, output]).toEqual([422, undefined]);
		expect(response.html).toContain(texts.problem);
	}
	const body = { data: types[type].body, files: {} };
	const { webhookResponse, output } = await ask('POST', { ...request, body });
	expect(output).toEqual({ data: types[type].output });
	for (const text of [texts.thanks, texts.recorded, `lang="${texts.lang}"`]) expect(webhookResponse).toContain(text);
	const { response: outdated } = await ask('GET', { ...request, question: '1' });
	expect(outdated.statusCode).toBe(410);
	expect(outdated.html).toContain(texts.outdated);
});

test.each([
	['', 'en'],
	['*', 'en'],
	['fr', 'en'],
	['pt-PT,en;q=0.9', 'pt-BR'],
	['fr, es-419;q=0.8, en;q=0.7', 'es'],
	['constructor, __proto__;q=1;q=2, ;;;,,', 'en'],
])('a browser with the languages %j gets a page in %s', async (language, lang) => {
	const { response } = await waitingExecution('Ask')('GET', { language });
	expect(response.html).toContain(`<html lang="${lang}">`);
});

const own = {
	responseFormTitle: 'Title <1>',
	responseFormDescription: 'Description <2>',
	responseFormButtonLabel: 'Button <3>',
	formSubmittedText: 'Thanks <4>',
};

test('the page that asks for a later attempt is in the language of the browser', async () => {
	const ask = waitingExecution('Ask', { responseType: "={{ $('Nobody').first().json }}" });
	for (const method of ['GET', 'POST'] as const) {
		const { response, output } = await ask(method, { language: 'pt-BR' });
		expect([response.statusCode, output]).toEqual([500, undefined]);
		expect(response.html).toContain('Sua resposta não foi registrada');
	}
});

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
	['without a body', undefined],
	['with an empty body', {}],
	['with a text', 'approved=true'],
	['with both answers', { approved: ['true', 'false'] }],
	['with another value', { approved: 'TRUE' }],
	['with a file', { data: {}, files: { approved: 'true' } }],
])('a POST %s neither approves nor declines', async (_what, body) => {
	const { response, output } = await waitingExecution('Ask')('POST', { body });
	expect([response.statusCode, output]).toEqual([422, undefined]);
	expect(response.html).toContain('value="true">✓ Approve</button>');
});

test('nobody can decline with the type Approve Only', async () => {
	const approvalOptions = { values: { approvalType: 'single' } };
	const ask = waitingExecution('Ask', { approvalOptions });
	const { response, output } = await ask('POST', { body: { approved: 'false' } });
	expect([response.statusCode, output]).toEqual([422, undefined]);
	expect(response.html).not.toContain('Decline');
	expect((await ask('POST', approval)).output).toEqual({ data: { approved: true } });
});

const names = [
	...['Ask', 'Ask {{ now }}', '}}', '{{', `'"\`\\`, 'a\u2028b', '={{ 1 + 1 }}', '__proto__'],
	...['[0]', '\\u007b\\u007b', '${1}', '\n', '', '日本語 🙂', '{{ $json.constructor }}'],
];

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
