import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../../../scripts/run.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { startChatModel } from '../support/chatModel.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { ana, ben, importTemplate } from './importedTemplate.mjs';
import { startService } from './standIns.mjs';

/** The templates with AI, with stand-ins for OpenAI. */

let demo;
let model;
let transcriber;
let credentials;
let transcript;

setUpQuietDemo('templatesAi', async (started) => {
	demo = started;
	// Its answers repeat what it knows of the conversation.
	model = await startChatModel((messages) => ({
		text: messages
			.filter(({ role }) => role === 'user')
			.map(({ content }) => textOf(content))
			.join(' | '),
	}));
	transcriber = await startService((body, url) => transcript(body, url));
	const openAi = async (name, url) => ({
		openAiApi: await demo.api.saveCredential({
			...{ name, type: 'openAiApi', data: { apiKey: 'none', url } },
		}),
	});
	credentials = {
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': await openAi('Chat model', model.url),
		'@n8n/n8n-nodes-langchain.openAi': await openAi('Transcriber', `${transcriber.url}/v1`),
	};
});

after(async () => {
	await model?.close();
	transcriber?.close();
});

const textOf = (content) => (typeof content === 'string' ? content : content.map(({ text }) => text).join(''));

test('the AI agent answers in the chat of each message, and each chat has its own memory', async () => {
	const template = await importTemplate(demo, 'ai-agent.json', { credentials });
	await template.playAndWait(ana, 'I am Ana');
	await template.playAndWait(ben, 'I am Ben');
	await template.playAndWait(ana, 'Who am I?');
	await template.playAndWait(ben, 'And I?');
	assert.deepEqual(await template.sent(), [
		[ana, 'I am Ana'],
		[ben, 'I am Ben'],
		[ana, 'I am Ana | Who am I?'],
		[ben, 'I am Ben | And I?'],
	]);
	// The same person at another instance is another conversation.
	const { data } = await demo.sandbox.request('GET', '/instances?status=connected');
	await template.playAndWait(ana, 'Hello', { instanceId: data[1].id });
	assert.deepEqual((await template.sent()).at(-1), [ana, 'Hello']);
	const system = model.requests.at(-1).messages.find(({ role }) => role === 'system');
	assert.match(textOf(system.content), /^You answer customers of a bakery/);
	await template.remove();
});

test('message fragments get one answer per burst, and other chats are not affected', async () => {
	const settings = { secondsToWait: 12 };
	const options = { settings, credentials };
	const template = await importTemplate(demo, 'collect-fragments.json', options);
	const stored = async () => (await template.rows('Message fragments')).length;
	const texts = ['Hi', 'I need a cake', 'for Friday'];
	for (const [index, text] of texts.entries()) {
		await template.play(ana, text);
		if (index === 0) await template.play(ben, 'Open today?');
		const expected = index + 2;
		await waitUntil(async () => (await stored()) === expected, `${expected} fragments`);
	}
	await template.waitForExecutions(5);
	assert.deepEqual(
		(await template.sent()).toSorted(),
		[
			[ana, 'Hi\nI need a cake\nfor Friday'],
			[ben, 'Open today?'],
		].toSorted(),
	);
	assert.equal(await stored(), 0);

	// A second burst, all at once, after a fragment that an interrupted execution has left.
	const chat = `${template.instanceId}:${ana}@s.whatsapp.net`;
	const [instanceId, chatId] = chat.split(':');
	await template.insert('Message fragments', { chat, instanceId, chatId, text: 'left' });
	const burst = ['one', 'two', 'three', 'four', 'five'];
	await Promise.all(burst.map((text) => template.play(ana, text)));
	await template.waitForExecutions(10);
	const [, , [recipient, answer], ...more] = await template.sent();
	assert.deepEqual(more, []);
	assert.equal(recipient, ana);
	const [remembered, last] = answer.split(' | ');
	assert.equal(remembered, 'Hi\nI need a cake\nfor Friday');
	assert.deepEqual(last.split('\n').toSorted(), ['left', ...burst].toSorted());
	assert.equal(await stored(), 0);
	await template.remove();
});

test('a voice message is transcribed, and the reply quotes it', async () => {
	const template = await importTemplate(demo, 'transcribe-voice.json', { credentials });
	const voice = readFileSync(join(projectRoot, 'sandbox/media/voice.ogg'));
	let received;
	transcript = (body, url) => {
		received = { url, hasVoice: body.includes(voice) };
		return { status: 200, json: { text: ' See you on Friday. ' } };
	};
	const { id } = await template.playAndWait(ana, undefined, { type: 'audio' });
	assert.deepEqual(received, { url: '/v1/audio/transcriptions', hasVoice: true });
	assert.deepEqual(await template.sent(), [[ana, 'I heard: See you on Friday.']]);
	const { body } = (await demo.sandbox.control('GET', 'ledger')).at(-1);
	assert.equal(body.content.quotedMessageId, id);

	const apology = [ana, 'Sorry, I could not listen to your message. Please write it.'];
	const problems = {
		'without words': () => (transcript = () => ({ status: 200, json: { text: ' ' } })),
		'that OpenAI refuses': () => (transcript = () => ({ status: 400, json: { error: {} } })),
		'whose download fails': async () =>
			await demo.sandbox.control('POST', 'faults', {
				...{ path: '/downloads/audio', kind: 'status', status: 404 },
			}),
	};
	for (const [index, [problem, prepare]] of Object.entries(problems).entries()) {
		await prepare();
		await template.playAndWait(ana, undefined, { type: 'audio' });
		assert.deepEqual((await template.sent()).slice(index + 1), [apology], problem);
	}
	await template.remove();
});
