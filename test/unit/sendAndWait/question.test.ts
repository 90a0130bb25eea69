import { EventEmitter } from 'node:events';
import { WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type INode,
	type INodeParameters,
	type IWebhookData,
} from 'n8n-workflow';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { respondToLink } from '../../../nodes/MessagingIntegration/sendAndWait/respond';
import { additionalDataOf, nodeType } from '../../engine/support/engine';
import { InstantClock } from '../../engine/support/instantClock';

/** The links of Send and Wait, answered in n8n's context of a waiting webhook. */

beforeEach(() => void (clocks.current = new InstantClock()));
afterEach(() => void (clocks.current = systemClock));

/** What a response needs of Express. */
class Response extends EventEmitter {
	statusCode = 200;

	html = '';

	status(code: number) {
		this.statusCode = code;
		return this;
	}

	set() {
		return this;
	}

	type() {
		return this;
	}

	end(html: string) {
		this.html = html;
		this.emit('finish');
	}
}

let executions = 0;

/** An execution that waits for the answer to question 2 of a node. */
function waitingExecution(name: string, parameters: INodeParameters = {}) {
	const node: INode = {
		id: 'node',
		name,
		type: 'messagingIntegration',
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'message', operation: 'sendAndWait', ...parameters },
	};
	const type = nodeType();
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	// As n8n reads it from its database, after a restart or in another process.
	const data = createRunExecutionData({
		executionData: {
			contextData: { [`node:${name}`]: { question: 2 } },
			metadata: {},
			nodeExecutionStack: [{ node, data: { main: [[{ json: {} }]] }, source: null }],
			waitingExecution: {},
			waitingExecutionSource: {},
		},
		resultData: { runData: {} },
	});
	const executionId = String((executions += 1));
	return async (method: 'GET' | 'POST', query: object) => {
		const httpResponse = new Response();
		const additionalData = Object.assign(additionalDataOf({}, {}), {
			...{ executionId, httpResponse, httpRequest: { method, query, body: {} } },
		});
		const webhook = { webhookDescription: {} } as IWebhookData;
		const context = new WebhookContext(
			...([workflow, node, additionalData, 'webhook', webhook, [] as never[], data] as const),
		);
		const { workflowData } = await respondToLink.call(context);
		return { response: httpResponse, output: workflowData?.[0]?.[0]?.json };
	};
}

const names = [
	...['Ask', 'Ask {{ now }}', '}}', '{{', `'"\`\\`, 'a\u2028b', '={{ 1 + 1 }}', '__proto__'],
	...['[0]', '\\u007b\\u007b', '${1}', '\n', '', '日本語 🙂', '{{ $json.constructor }}'],
];

test.each(names)('Send and Wait gets its answer if the name of the node is %j', async (name) => {
	const answer = waitingExecution(name);
	expect((await answer('GET', { approved: 'true', question: '2' })).response.statusCode).toBe(200);
	const { output } = await answer('POST', { approved: 'true', question: '2' });
	expect(output).toEqual({ data: { approved: true } });
});

test.each(names)('the link of an earlier question of %j is outdated', async (name) => {
	const { response, output } = await waitingExecution(name)('POST', {
		approved: 'true',
		question: '1',
	});
	expect(response.statusCode).toBe(410);
	expect(output).toBeUndefined();
});

// What begins with = is an expression of the user.
test.each(names.filter((name) => !name.startsWith('=')))(
	'a label %j is shown as text',
	async (label) => {
		const answer = waitingExecution('Ask', {
			approvalOptions: { values: { approveLabel: label } },
		});
		const { response } = await answer('GET', { approved: 'true', question: '2' });
		const text = label.replace(/"/g, '&#34;').replace(/'/g, '&#39;');
		expect(response.html).toContain(`>${label.trim() ? text : '✓ Approve'}</button>`);
	},
);

test('one of three responses at the same time counts, and the others are told that the question is answered', async () => {
	const answer = waitingExecution('Ask');
	clocks.current = { ...systemClock, sleep: async () => await new Promise(() => {}) };
	const query = { approved: 'true', question: '2' };
	const answers = await Promise.all([
		answer('POST', query),
		answer('POST', query),
		answer('POST', query),
	]);
	expect(answers.map(({ output }) => output !== undefined)).toEqual([true, false, false]);
	for (const { response } of answers.slice(1)) {
		expect(response.statusCode).toBe(410);
		expect(response.html).toMatch(/was answered/);
	}
});

test('if n8n cannot resume the execution, the next response counts', async () => {
	const answer = waitingExecution('Ask');
	clocks.current = { ...systemClock, sleep: async () => await new Promise(() => {}) };
	const query = { approved: 'true', question: '2' };
	const { response } = await answer('POST', query);
	response.status(500).end('n8n cannot reach its database');
	expect((await answer('POST', query)).output).toEqual({ data: { approved: true } });
});
