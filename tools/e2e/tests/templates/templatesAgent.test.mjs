import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../../../scripts/run.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { saveOpenAi, startChatModel, startService, textOf } from '../support/services.mjs';
import { importTemplate } from './importedTemplate.mjs';

/** Conversations with the complete agent. Its stand-in model repeats what it has to answer. */

const LOG = 'Agent messages';
const team = '12025550100';
const login = { user: 'docs', password: 'a long password' };

let demo;
let template;
let model;
let reader;
/** Called by the model before it answers the prompt with this name. */
const meanwhile = new Map();

async function answer(messages) {
	const { role, content } = messages.at(-1);
	if (role === 'tool') return { text: `## Delivery\n- ${/We deliver[^."]*/.exec(textOf(content))?.[0]}` };
	const [earlier, prompt] = [...textOf(content).split('\n\nAnswer this:\n'), ''].slice(0, 2);
	const asked = prompt || earlier;
	await meanwhile.get(asked)?.();
	if (asked === 'Fail') return { status: 400 };
	if (asked === 'Do you deliver?')
		return { calls: [{ tool: 'Search_the_documents', input: { word1: 'DELIVER', word2: 'bring', word3: 'ship' } }] };
	const past = earlier.split('\n').slice(1).join(' / ').replaceAll('**', '');
	return { text: prompt ? `**Re:** ${prompt} (after: ${past})` : `**Re:** ${asked}` };
}

const credentialsOf = async () => ({
	...model.credentials,
	'@n8n/n8n-nodes-langchain.openAi': { openAiApi: await saveOpenAi(demo.api, 'Reader', `${reader.url}/v1`) },
	'n8n-nodes-base.formTrigger': {
		httpBasicAuth: await demo.api.saveCredential({ name: 'Form', type: 'httpBasicAuth', data: login }),
	},
});

setUpQuietDemo('templatesAgent', async (started) => {
	demo = started;
	model = await startChatModel(demo.api, answer);
	reader = await startService((body, url) => {
		if (url === '/v1/responses') {
			const [{ content }] = JSON.parse(body).input;
			const text = content[1].image_url.startsWith('data:image/png;base64,iVBOR') ? 'A red cake' : 'No picture';
			return { json: { output: [{ type: 'message', content: [{ type: 'output_text', text }] }] } };
		}
		const voice = readFileSync(join(projectRoot, 'tools/sandbox/media/voice.ogg'));
		return { json: { text: body.includes(voice) ? ' See you on Friday. ' : 'No voice' } };
	});
	const settings = { secondsToWait: 3, teamPhone: `+${team}` };
	template = await importTemplate(demo, 'complete-agent.json', { settings, credentials: await credentialsOf() });
});

after(async () => {
	model?.close();
	reader?.close();
});

/** Plays messages shortly after each other, and waits until nothing runs. */
const say = async (phone, texts, more) =>
	await template.andSettle(async () => {
		for (const text of [texts].flat()) {
			const { id } = await template.play(phone, text, more);
			await waitUntil(async () => await hasRow({ messageId: id }), 'the row of the message');
		}
	}, [texts].flat().length);
const hasRow = async (wanted) => {
	const [[name, value]] = Object.entries(wanted);
	return (await template.rows(LOG)).some((row) => row[name] === value);
};
const person = (n) => `120255501${n}`;

const [ann, bob, cleo, dan, emma, fay, gus, hal, ivy, kim] = Array.from({ length: 10 }, (_, n) => person(10 + n));

/** Checks to which chats what is sent meanwhile; the order of the chats does not matter. */
async function checkSent(work, expected) {
	const before = (await template.sent()).length;
	await work();
	const sent = (await template.sent()).slice(before);
	const byChat = ([a], [b]) => a - b;
	assert.deepEqual(sent.toSorted(byChat), expected.toSorted(byChat));
}

/** What is played, each line as `say` takes it, and the chats and texts that are sent. */
for (const [title, lines, expected] of [
	[
		'several short messages get one answer',
		[[ann, ['oi', 'eu', 'quero uma pizza']]],
		[[ann, '*Re:* oi\neu\nquero uma pizza']],
	],
	['a voice message is answered', [[bob, undefined, { type: 'audio' }]], [[bob, '*Re:* See you on Friday.']]],
	[
		'a picture with a caption is answered',
		[[cleo, 'This one?', { type: 'image' }]],
		[[cleo, '*Re:* This one?\n[image: A red cake]']],
	],
	[
		'a PDF is answered with what it contains',
		[[dan, undefined, { type: 'document' }]],
		[[dan, '*Re:* [document: Invoice 10482\nTwo cups of tea: 89,90]']],
	],
	[
		'a customer who asks for a person gets one reply and no further one, and the team is told',
		[[gus, ['Hello', 'Quero falar com um ATENDENTE!', 'a human, please', 'Hello?']]],
		[
			[gus, 'A colleague will answer you here soon.'],
			[team, `+${gus} needs a person: Quero falar com um ATENDENTE!`],
		],
	],
	[
		'who opts out gets one confirmation and no answer, until the person returns',
		[
			[hal, 'Sair.'],
			[hal, ['Hello', 'a human']],
			[hal, 'voltar'],
			[hal, 'Hi'],
		],
		[
			[hal, 'You will get no more messages from us. Send START to get them again.'],
			[hal, 'Welcome back! Send STOP to get no more messages.'],
			[
				hal,
				'*Re:* Hi (after: Customer: Sair. / You: You will get no more messages from us. Send START to get them again. / ' +
					'Customer: Hello / Customer: a human / Customer: voltar / ' +
					'You: Welcome back! Send STOP to get no more messages.)',
			],
		],
	],
	[
		'a model that fails means an apology, and the team is told',
		[[kim, 'Fail']],
		[
			[kim, 'Sorry, I cannot answer right now. A colleague will write to you here.'],
			[team, `+${kim} needs a person: Fail`],
		],
	],
])
	test(title, async () => {
		await checkSent(async () => {
			for (const line of lines) await say(...line);
		}, expected);
	});

test('the bot is silent as soon as a colleague writes, until the colleague hands the chat back', async () => {
	meanwhile.set('Slow question', async () => {
		await template.play(fay, 'I am Bea', { fromMe: true });
		await waitUntil(async () => await hasRow({ text: 'I am Bea' }), 'the message of the colleague');
	});
	const past = 'Customer: Hello / You: Re: Hello / Customer: Slow question / Colleague: I am Bea';
	await checkSent(async () => {
		await say(fay, 'Hello');
		// The colleague writes while the agent works.
		await say(fay, 'Slow question');
		await say(fay, 'Thank you, Bea');
		await say(fay, ' #BOT', { fromMe: true });
		await say(fay, 'Bye');
	}, [
		[fay, '*Re:* Hello'],
		[fay, `*Re:* Thank you, Bea\nBye (after: ${past})`],
	]);
});

test('a question is answered from the documents, and a document with the same title replaces the old one', async () => {
	const add = async (fields, headers = { authorization: `Basic ${btoa(`${login.user}:${login.password}`)}` }) => {
		const body = new FormData();
		for (const [index, value] of fields.entries()) if (value) body.append(`field-${index}`, value);
		return await fetch(template.forms['Add a document'], { method: 'POST', headers, body });
	};
	const pdf = new File([readFileSync(join(projectRoot, 'tools/sandbox/media/document.pdf'))], 'i.pdf', {
		type: 'application/pdf',
	});
	assert.equal((await add(['Rules', '', 'Anything'], {})).status, 401);
	const rules = `We deliver in the morning. ${'Nothing else matters here. '.repeat(60)}`;
	for (const fields of [
		['Rules', '', 'We deliver never.'],
		['Rules', '', rules],
		['Invoice', pdf],
	])
		await template.andSettle(async () => assert.equal((await add(fields)).status, 200));
	const documents = await template.rows('Agent documents');
	assert.deepEqual([...new Set(documents.map(({ title }) => title))], ['Rules', 'Invoice']);
	assert.ok(documents.length > 3 && documents.every(({ text }) => text.length <= 800));
	assert.match(documents.at(-1).text, /Invoice 10482/);
	await checkSent(async () => await say(emma, 'Do you deliver?'), [[emma, '*Delivery*\n- We deliver in the morning']]);
});

// The last one: its execution that was killed has no result.
test('n8n is killed during the wait: the next message is answered together with the one before', async () => {
	await say(ivy, 'I am Ivy');
	await template.play(ivy, 'Are you there?');
	await waitUntil(async () => await hasRow({ text: 'Are you there?' }), 'the row');
	await demo.n8n.kill();
	demo.n8n = await startN8n({ userFolder: demo.userFolder, port: Number(new URL(demo.n8n.url).port) });
	await demo.api.signIn();
	const before = (await template.sent()).length;
	await template.play(ivy, 'Hello?');
	await waitUntil(async () => (await template.sent()).length > before, 'the answer', 60_000);
	const answer = '*Re:* Are you there?\nHello? (after: Customer: I am Ivy / You: Re: I am Ivy)';
	assert.deepEqual((await template.sent()).at(-1), [ivy, answer]);
});
