import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../scripts/run.mjs';
import { startN8n } from '../../n8n/server.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { agent, conversation, hasRow, importAgent, login, meanwhile, person, say, team } from './completeAgent.mjs';

/** Conversations with the complete agent. */

setUpQuietDemo('templatesAgent', importAgent);

const [ann, bob, cleo, dan, emma, fay, gus, hal, ivy, jon, kim] = Array.from({ length: 11 }, (_, n) => person(10 + n));

conversation('several short messages get one answer', async () => await say(ann, ['oi', 'eu', 'quero uma pizza']), [
	[ann, '*Re:* oi\neu\nquero uma pizza'],
]);

conversation('a voice message is answered', async () => await say(bob, undefined, { type: 'audio' }), [
	[bob, '*Re:* See you on Friday.'],
]);

conversation('a picture with a caption is answered', async () => await say(cleo, 'This one?', { type: 'image' }), [
	[cleo, '*Re:* This one?\n[image: A red cake]'],
]);

test('a PDF is answered with what it contains', async () => {
	await say(dan, undefined, { type: 'document' });
	const sent = (await agent.template.sent()).at(-1);
	assert.equal(sent[0], dan);
	assert.match(sent[1], /^\*Re:\* \[document: Invoice 10482\s+Two cups of tea: 89,90\]$/);
});

conversation(
	'a question is answered from the documents, and a document with the same title replaces the old one',
	async () => {
		const add = async (fields, headers = { authorization: `Basic ${btoa(`${login.user}:${login.password}`)}` }) => {
			const body = new FormData();
			for (const [index, value] of fields.entries()) if (value) body.append(`field-${index}`, value);
			return await fetch(agent.template.forms['Add a document'], { method: 'POST', headers, body });
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
			await agent.template.andSettle(async () => assert.equal((await add(fields)).status, 200));
		const documents = await agent.template.rows('Agent documents');
		assert.deepEqual([...new Set(documents.map(({ title }) => title))], ['Rules', 'Invoice']);
		assert.ok(documents.length > 3 && documents.every(({ text }) => text.length <= 800));
		assert.match(documents.at(-1).text, /Invoice 10482/);
		await say(emma, 'Do you deliver?');
	},
	[[emma, '*Delivery*\n- We deliver in the morning']],
);

conversation(
	'the bot is silent as soon as a colleague writes, until the colleague hands the chat back',
	async () => {
		meanwhile.set('Slow question', async () => {
			await agent.template.play(fay, 'I am Bea', { fromMe: true });
			await waitUntil(async () => await hasRow({ text: 'I am Bea' }), 'the message of the colleague');
		});
		await say(fay, 'Hello');
		// The colleague writes while the agent works.
		await say(fay, 'Slow question');
		await say(fay, 'Thank you, Bea');
		await say(fay, ' #BOT', { fromMe: true });
		await say(fay, 'Bye');
	},
	[
		[fay, '*Re:* Hello'],
		[
			fay,
			'*Re:* Thank you, Bea\nBye (after: Customer: Hello / You: Re: Hello / Customer: Slow question / Colleague: I am Bea)',
		],
	],
);

conversation(
	'a customer who asks for a person gets one reply and no further one, and the team is told',
	async () => {
		await say(gus, ['Hello', 'Quero falar com um ATENDENTE!', 'a human, please', 'Hello?']);
	},
	[
		[gus, 'A colleague will answer you here soon.'],
		[team, `+${gus} needs a person: Quero falar com um ATENDENTE!`],
	],
);

conversation(
	'who opts out gets one confirmation and no answer, until the person returns',
	async () => {
		await say(hal, 'Sair.');
		await say(hal, ['Hello', 'a human']);
		await say(hal, undefined, { type: 'image' });
		await say(hal, 'voltar');
		await say(hal, 'Hi');
	},
	[
		[hal, 'You will get no more messages from us. Send START to get them again.'],
		[hal, 'Welcome back! Send STOP to get no more messages.'],
		[
			hal,
			'*Re:* Hi (after: Customer: Sair. / You: You will get no more messages from us. Send START to get them again. / ' +
				'Customer: Hello / Customer: a human / Customer: [image: A red cake] / Customer: voltar / ' +
				'You: Welcome back! Send STOP to get no more messages.)',
		],
	],
);

conversation(
	'a group gets no answer, and a direct message after it does',
	async () => {
		const groups = await agent.demo.sandbox.control('GET', 'groups');
		await agent.template.play(ivy, 'Hello group', { remoteJid: groups[0].id });
		await say(ivy, 'Hello');
	},
	[[ivy, '*Re:* Hello']],
);

conversation(
	'an own message starts no answer, and pauses the bot only if a person may have written it',
	async () => {
		await agent.template.deliverTogether([[jon, 'Our offer', { fromMe: true, wasSentByApi: true }]]);
		await say(jon, 'Thanks');
		await agent.template.deliverTogether([[jon, 'Re: Thanks', { fromMe: true, wasSentByApi: false }]]);
		await say(jon, 'And now?');
	},
	[[jon, '*Re:* Thanks']],
);

conversation(
	'two customers at once get their own answers, also in one delivery',
	async () => {
		const [first, second] = [person(30), person(31)];
		await agent.template.andSettle(async () => {
			await Promise.all([first, second].map(async (each) => await say(each, ['1', '2'])));
		}, 4);
		await agent.template.andSettle(
			async () =>
				await agent.template.deliver([
					[first, 'A'],
					[second, 'B'],
				]),
		);
	},
	[
		[person(30), '*Re:* 1\n2'],
		[person(31), '*Re:* 1\n2'],
		[person(30), '*Re:* A (after: Customer: 1 / Customer: 2 / You: Re: 1 / 2)'],
		[person(31), '*Re:* B (after: Customer: 1 / Customer: 2 / You: Re: 1 / 2)'],
	],
);

conversation('a model that fails means an apology, and the team is told', async () => await say(kim, 'Fail'), [
	[kim, 'Sorry, I cannot answer right now. A colleague will write to you here.'],
	[team, `+${kim} needs a person: Fail`],
]);

// The last one: its execution that was killed has no result.
conversation(
	'n8n is killed during the wait: the next message is answered together with the one before, from the memory',
	async () => {
		await say(ann, 'I am Ann');
		await agent.template.play(ann, 'Are you there?');
		await waitUntil(async () => await hasRow({ text: 'Are you there?' }), 'the row');
		await agent.demo.n8n.kill();
		const port = Number(new URL(agent.demo.n8n.url).port);
		agent.demo.n8n = await startN8n({ userFolder: agent.demo.userFolder, port });
		await agent.demo.api.signIn();
		const before = (await agent.template.sent()).length;
		await agent.template.play(ann, 'Hello?');
		await waitUntil(async () => (await agent.template.sent()).length > before, 'the answer', 60_000);
	},
	[
		[
			ann,
			'*Re:* I am Ann (after: Customer: oi / Customer: eu / Customer: quero uma pizza / You: Re: oi / eu / quero uma pizza)',
		],
		[
			ann,
			'*Re:* Are you there?\nHello? (after: Customer: oi / Customer: eu / Customer: quero uma pizza / ' +
				'You: Re: oi / eu / quero uma pizza / Customer: I am Ann / You: Re: I am Ann (after: Customer: oi / Customer: eu / Customer: quero uma pizza / You: Re: oi / eu / quero uma pizza))',
		],
	],
);
