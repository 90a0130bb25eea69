// A stand-in for a chat model.
import { createServer } from 'node:http';
import { once } from 'node:events';

/**
 * Starts a server with OpenAI's chat completions API. `decide` receives the messages and the names of the offered
 * tools, and returns `{ calls: [{ tool, input }] }`, `{ text }` or the `{ status }` of an error, or a promise. Returns
 * the server's `url`, the `requests` so far and `close()`.
 */
export async function startChatModel(decide) {
	const requests = [];
	const server = createServer(async (request, response) => {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
		requests.push(body);
		const tools = (body.tools ?? []).map((each) => each.function.name);
		const { calls = [], text = null, status = 200 } = await decide(body.messages ?? [], tools);
		const message = {
			role: 'assistant',
			content: text,
			...(calls.length > 0 && {
				tool_calls: calls.map(({ tool, input }, n) => ({
					id: `call_${requests.length}_${n}`,
					type: 'function',
					function: { name: tool, arguments: JSON.stringify(input) },
				})),
			}),
		};
		const completion = {
			id: `completion_${requests.length}`,
			object: 'chat.completion',
			created: Math.floor(Date.now() / 1000),
			model: 'stand-in',
			choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(status === 200 ? completion : { error: { message: 'Stand-in' } }));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${server.address().port}/v1`,
		requests,
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}
