import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setUpQuietDemo } from '../support/demo.mjs';
import { startChatModel, textOf } from '../support/services.mjs';
import { ana, ben, importTemplate } from './importedTemplate.mjs';

/** The simplest template with an agent, with a stand-in for OpenAI. */

let demo;
let model;

setUpQuietDemo('templatesAi', async (started) => {
	demo = started;
	// Its answers repeat what it knows of the conversation.
	model = await startChatModel(demo.api, (messages) => ({
		text: messages
			.filter(({ role }) => role === 'user')
			.map(({ content }) => textOf(content))
			.join(' | '),
	}));
});

after(() => model?.close());

test('the AI agent answers in the chat of each message, and each chat has its own memory', async () => {
	const template = await importTemplate(demo, 'ai-agent.json', model);
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
