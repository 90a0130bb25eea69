import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startChatModel } from '../support/chatModel.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { ana, ben, importTemplate } from './importedTemplate.mjs';

/** The simplest template with an agent, with a stand-in for OpenAI. */

let demo;
let model;
let credentials;

setUpQuietDemo('templatesAi', async (started) => {
	demo = started;
	// Its answers repeat what it knows of the conversation.
	model = await startChatModel((messages) => ({
		text: messages
			.filter(({ role }) => role === 'user')
			.map(({ content }) => textOf(content))
			.join(' | '),
	}));
	const openAi = async (name, url) => ({
		openAiApi: await demo.api.saveCredential({
			...{ name, type: 'openAiApi', data: { apiKey: 'none', url } },
		}),
	});
	credentials = {
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': await openAi('Chat model', model.url),
	};
});

after(async () => {
	await model?.close();
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
