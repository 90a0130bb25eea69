import type { INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { idsOf } from '../../support/ids';
import { runNode, type RunSettings } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

/** The message of Send and Wait, and what is refused before it is sent. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

async function ask(more: INodeParameters = {}, baseUrl = sandbox.baseUrl, settings: Partial<RunSettings> = {}) {
	const parameters = {
		...{ resource: 'message', operation: 'sendAndWait', message: 'Well?' },
		instanceId: { __rl: true, mode: 'id', value: idsOf(sandbox).instance },
		recipient: { __rl: true, mode: 'phone', value: '5511987654321' },
		...more,
	};
	const result = await runNode({ credentials: { ...credentialsFor(sandbox), baseUrl }, parameters, ...settings });
	const bodies = sandbox.ledger.map(({ body }) => body as { content: Record<string, unknown> });
	return { ...result, bodies };
}

test.each([
	['approval', 'auto', 'Respond'],
	['freeText', 'pt', 'Responder'],
	['customForm', 'es', 'Responder'],
])('the message of %s in the language %s has one link, "%s"', async (type, language, label) => {
	const { bodies, run } = await ask({
		responseType: type,
		formFields: { values: [{ fieldLabel: 'Name' }] },
		options: { language },
	});
	expect(run.status).toBe('waiting');
	expect(bodies.map(({ content }) => content.text)).toEqual([
		expect.stringMatching(new RegExp(`^Well\\?\n\n${label}: http://\\S+/test/node\\?question=1&signature=\\w+$`)),
	]);
});

const json = (jsonOutput: string) => ({ defineForm: 'json', jsonOutput });
const fieldsOf = (...values: unknown[]) => ({ formFields: { values } as INodeParameters });
const blank = { values: [{ option: ' ' }, 7] };

test.each<[string, INodeParameters, RegExp]>([
	['without elements', { formFields: {} }, /no elements/],
	['of an empty JSON list', json('[]'), /no elements/],
	['of a JSON object', json('{}'), /no elements/],
	['of text that is not JSON', json('[{]'), /not valid JSON/],
	['with an element that is no object', json('[7]'), /no label/],
	['with a blank label', fieldsOf({ fieldLabel: ' ' }), /no label/],
	['with a label twice', fieldsOf({ fieldLabel: 'A' }, { fieldLabel: 'A ' }), /label "A"/],
	['with a file', fieldsOf({ fieldLabel: 'A', fieldType: 'file' }), /"file", which this node does/],
	[
		'with a dropdown with blank options',
		fieldsOf({ fieldLabel: 'A', fieldType: 'dropdown', fieldOptions: blank }),
		/"A" has no options/,
	],
])('a form %s is refused before anything is sent', async (_what, form, problem) => {
	const { error, bodies, run } = await ask({ responseType: 'customForm', ...form });
	expect(error?.message).toMatch(problem);
	expect([run.status, bodies]).toEqual(['error', []]);
});

test.each([
	['no amount', { limitType: 'afterTimeInterval', resumeAmount: '={{ null }}' }],
	['an amount of 0', { limitType: 'afterTimeInterval', resumeAmount: 0 }],
	['a negative amount', { limitType: 'afterTimeInterval', resumeAmount: -1 }],
	['a date in the past', { limitType: 'atSpecifiedTime', maxDateAndTime: '1970-01-01T00:00:00Z' }],
])('with %s as the limit of the wait, nothing is sent', async (_what, values) => {
	const { error, bodies, run } = await ask({ options: { limitWaitTime: { values } } });
	expect(error?.message).toBe('The limit of the wait time is invalid');
	expect([run.status, bodies]).toEqual(['error', []]);
});

test('a link that the recipient cannot reach is refused before anything is sent', async () => {
	const { error, run } = await ask({}, 'https://service.example/api/v2');
	expect(error?.message).toBe(
		'The recipient cannot reach this n8n instance: the webhook URL http://127.0.0.1:5678 is reachable only from this machine or network',
	);
	expect(error?.description).toMatch(/N8N_WEBHOOK_URL .*WEBHOOK_URL/);
	expect(run.status).toBe('error');
	expect(sandbox.log).toEqual([]);
});

test.each<[string, Partial<Fault>, number, string]>([
	['a lost response', { kind: 'resetAfterWork' }, 1, 'error'],
	['a rejection', { kind: 'status', status: 400 }, 1, 'waiting'],
])('after %s, a retry sends no question twice', async (_what, fault, questions, status) => {
	sandbox.addFault({ path: '/messages', ...fault } as Fault);
	const { run: retryOf } = await ask();
	const { run, error, bodies } = await ask({}, undefined, { retryOf });
	expect([bodies.length, run.status]).toEqual([questions, status]);
	if (status === 'error') expect(error?.message).toMatch(/may already have been sent/);
});

test.each<[string, INodeParameters, INodeParameters]>([
	['approval', {}, { approved: false, timedOut: true }],
	['approval', { data: { order: 7 } }, { order: 7, approved: false, timedOut: true }],
	['freeText', { data: [7] }, { timedOut: true }],
])('a question (%s) whose time runs out leaves %j with data %j', async (responseType, json, data) => {
	const items = [{ ...json, n: 1 }, { n: 2 }];
	const { run } = await ask({ responseType }, sandbox.baseUrl, { items });
	const [waiting] = run.data.executionData?.nodeExecutionStack ?? [];
	expect(waiting?.data.main?.[0]?.map((item) => item.json)).toEqual([
		{ n: 1, data },
		{ n: 2, data: expect.objectContaining({ timedOut: true }) as unknown },
	]);
	expect(run.status).toBe('waiting');
});

test('a limited wait has a hint about what follows if nobody responds', async () => {
	const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };
	const { run } = await ask({ options: { limitWaitTime: { values } } });
	expect(JSON.stringify(run.data.resultData.runData)).toContain('Only data.approved = true is a yes');
});
