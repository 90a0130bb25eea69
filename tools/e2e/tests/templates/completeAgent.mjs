// The complete agent, and the conversations of its tests. Its stand-in model repeats what it has to answer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../../../scripts/run.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { saveOpenAi, startChatModel, startService, textOf } from '../support/services.mjs';
import { importTemplate } from './importedTemplate.mjs';

const LOG = 'Agent messages';
export const team = '12025550100';
export const login = { user: 'docs', password: 'a long password' };

/** The running parts: `demo` and the `template`. */
export const agent = {};
let model;
let reader;
/** Called by the model before it answers the prompt with this name. */
export const meanwhile = new Map();

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
	'@n8n/n8n-nodes-langchain.openAi': { openAiApi: await saveOpenAi(agent.demo.api, 'Reader', `${reader.url}/v1`) },
	'n8n-nodes-base.formTrigger': {
		httpBasicAuth: await agent.demo.api.saveCredential({ name: 'Form', type: 'httpBasicAuth', data: login }),
	},
});

/** Imports and publishes the agent, with stand-ins for its models. */
export async function importAgent(started) {
	agent.demo = started;
	model = await startChatModel(agent.demo.api, answer);
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
	agent.template = await importTemplate(started, 'complete-agent.json', {
		settings,
		credentials: await credentialsOf(),
	});
}

after(async () => {
	model?.close();
	reader?.close();
});

/** Runs a conversation, and checks what is sent in it: the chat and the text. */
export function conversation(title, work, expected) {
	test(title, async () => {
		const before = (await agent.template.sent()).length;
		await work();
		const sent = (await agent.template.sent()).slice(before);
		// The order of chats does not matter.
		const byChat = ([a], [b]) => a - b;
		assert.deepEqual(sent.toSorted(byChat), expected.toSorted(byChat));
	});
}

/** Plays messages shortly after each other, and waits until nothing runs. */
export const say = async (phone, texts, more) =>
	await agent.template.andSettle(async () => {
		for (const text of [texts].flat()) {
			const { id } = await agent.template.play(phone, text, more);
			await waitUntil(async () => await hasRow({ messageId: id }), 'the row of the message');
		}
	}, [texts].flat().length);
export const hasRow = async (wanted) => {
	const [[name, value]] = Object.entries(wanted);
	return (await agent.template.rows(LOG)).some((row) => row[name] === value);
};
export const person = (n) => `120255501${n}`;
