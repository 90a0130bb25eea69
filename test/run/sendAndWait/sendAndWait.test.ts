import type { INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { idsOf } from '../../support/ids';
import { expectTexts } from '../../support/project';
import { runNode, type RunSettings } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

/** The message of Send and Wait, and what is refused before it is sent. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

async function ask(more: INodeParameters = {}, baseUrl = sandbox.baseUrl, settings: Partial<RunSettings> = {}) {
	const parameters = {
		resource: 'message',
		operation: 'sendAndWait',
		message: 'Well?',
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
	const text = new RegExp(`^Well\\?\n\n${label}: http://\\S+/test/node\\?question=1&signature=\\w+$`);
	expect(bodies).toEqual([
		expect.objectContaining({ type: 'text', content: { text: expect.stringMatching(text) as string } }),
	]);
});

const limitedTo = (values: INodeParameters) => ({ options: { limitWaitTime: { values } } });

const atTime = (maxDateAndTime: string) => limitedTo({ limitType: 'atSpecifiedTime', maxDateAndTime });

test('a form that nobody could fill in, or a wait without an end in the future, sends nothing', async () => {
	await expectTexts('run/sendAndWait/refusals.txt', async (parameters) => {
		const { error, run } = await ask(JSON.parse(parameters) as INodeParameters);
		expect(run.status).toBe('error');
		return `${error?.message} | ${error?.description}`;
	});
	expect(sandbox.log).toEqual([]);
});

const ONCE = 'The message was sent once, for the first item. To ask once per item, use Loop Over Items.';
const LATE =
	'If nobody responds in time, the workflow continues with data.timedOut = true. Only data.approved = true is a yes: check it with an If node.';

test.each<[INodeParameters, string]>([
	[{}, '3000-01-01T00:00:00.000Z'],
	[limitedTo({}), '2030-01-01T01:00:00.000Z'],
	[limitedTo({ resumeAmount: 2, resumeUnit: 'days' }), '2030-01-03T00:00:00.000Z'],
	[atTime('2031-02-03T04:05:06Z'), '2031-02-03T04:05:06.000Z'],
	[atTime('2031-02-03T04:05:06+03:00'), '2031-02-03T01:05:06.000Z'],
	// The time zone of the workflow: by default n8n's, New York.
	[atTime('2031-02-03T04:05:06'), '2031-02-03T09:05:06.000Z'],
	[atTime('2031-07-03 04:05'), '2031-07-03T08:05:00.000Z'],
	[atTime('={{ DateTime.fromISO("2031-02-03", { zone: "Asia/Tokyo" }) }}'), '2031-02-02T15:00:00.000Z'],
])('in 2030, a question with %j waits until %s, and hints say what follows', async (limit, until) => {
	clocks.current = { ...systemClock, now: () => Date.UTC(2030, 0) };
	for (const items of [[{}], [{}, {}]]) {
		const { run } = await ask(limit, sandbox.baseUrl, { items });
		expect(run.waitTill?.toISOString()).toBe(until);
		const messages = [...(items.length > 1 ? [ONCE] : []), ...('options' in limit ? [LATE] : [])];
		const hints = messages.map((message) => ({ message, location: 'outputPane' }));
		expect(run.data.resultData.runData['Messaging Integration']?.[0]?.hints ?? []).toEqual(hints);
	}
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
	if (status === 'error') expect(error?.message).toMatch(/^Not sent again/);
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
