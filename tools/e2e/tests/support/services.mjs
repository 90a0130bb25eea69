// Stand-ins for other services.
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Starts a server. `answer` receives the body and the URL of a request and returns `{ status = 200, json }`, or a
 * promise. Returns the server's `url` and `close()`.
 */
export async function startService(answer) {
	const server = createServer(async (request, response) => {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		const { status = 200, json } = await answer(Buffer.concat(chunks), request.url);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(json));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/**
 * Starts a chat model with OpenAI's chat completions API. `decide` receives the messages and the names of the offered
 * tools, and returns `{ calls: [{ tool, input }] }`, `{ text }` or the `{ status }` of an error, or a promise. Returns
 * the server with the `requests` so far, and n8n's `credentials` for it by the type of the node.
 */
export async function startChatModel(api, decide) {
	const requests = [];
	const server = await startService(async (text) => {
		const body = JSON.parse(text.toString() || '{}');
		requests.push(body);
		const tools = (body.tools ?? []).map((each) => each.function.name);
		const { calls = [], text: content = null, status } = await decide(body.messages ?? [], tools);
		if (status !== undefined) return { status, json: { error: { message: 'Stand-in' } } };
		const tool_calls = calls.map(({ tool, input }, n) => ({
			id: `call_${requests.length}_${n}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(input) },
		}));
		const message = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls }) };
		return {
			json: {
				id: `completion_${requests.length}`,
				object: 'chat.completion',
				model: 'stand-in',
				created: Math.floor(Date.now() / 1000),
				choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			},
		};
	});
	const openAiApi = await saveOpenAi(api, 'Chat model', `${server.url}/v1`);
	return { ...server, requests, credentials: { '@n8n/n8n-nodes-langchain.lmChatOpenAi': { openAiApi } } };
}

/** Saves credentials for a stand-in of OpenAI. */
export async function saveOpenAi(api, name, url) {
	return await api.saveCredential({ name, type: 'openAiApi', data: { apiKey: 'none', url } });
}

/** Returns the text of a message to or from a model. */
export const textOf = (content) => (typeof content === 'string' ? content : content.map(({ text }) => text).join(''));
