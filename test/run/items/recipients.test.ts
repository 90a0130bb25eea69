import { clocks } from '../../../nodes/transport/clock';
import type { Sandbox } from '../../../tools/sandbox';
import type { RunSettings } from '../../support/engine';
import type { InstantClock } from '../../support/instantClock';
import { until } from '../support/manualLimits';
import { runCase } from '../support/runCase';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

/** What a failed or canceled run says about the recipients of its messages. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const numberOf = (n: number) => `+55 11 90000-000${n}`;

async function sendTo(count: number, more: Partial<RunSettings> = {}, options = {}) {
	const recipient = { __rl: true, mode: 'phone', value: '={{ $json.to }}' };
	const items = Array.from({ length: count }, (_, n) => ({ to: numberOf(n) }));
	return await runCase(sandbox, 'message.sendText', { recipient, text: 'Hi', options }, { items, ...more });
}

/** Runs until the service has got a number of requests, of which it does not answer the last ones; then cancels. */
async function cancelAt(requests: number, count: number, stalled = 1) {
	const pushed: unknown[] = [];
	const skip = requests - stalled;
	sandbox.addFault({ kind: 'stallAfterWork', skip, times: stalled, path: '/messages' });
	const more: Partial<RunSettings> = {
		onStart: (cancel) => void until(() => sandbox.log.length >= requests).then(cancel),
		onPush: (_type, data) => pushed.push(...(data.messages as unknown[])),
	};
	const { run } = await sendTo(count, more, { concurrency: stalled });
	expect(run.status).toBe('canceled');
	await until(() => pushed.length > 0);
	return pushed;
}

test.each([
	[1, 1, 1, 'Canceled after 0 of 1 items. 1 more may have been carried out.'],
	[3, 5, 1, 'Canceled after 2 of 5 items. 1 more may have been carried out.'],
	[3, 5, 3, 'Canceled after 0 of 5 items. 3 more may have been carried out.'],
])('a run that is canceled during message %i of %i, with %i in flight, says how far it came', async (at, ...others) => {
	const [count, stalled, text] = others;
	expect(await cancelAt(at, count, stalled)).toEqual([text]);
});

test('a canceled run counts a message that may have been sent and waited for its retry', async () => {
	const pushed: unknown[] = [];
	let cancel = () => {};
	(clocks.current as InstantClock).onSleep = () => cancel();
	sandbox.addFault({ kind: 'status', status: 503, path: '/messages' });
	const onPush: RunSettings['onPush'] = (_type, data) => pushed.push(...(data.messages as unknown[]));
	await sendTo(1, { onStart: (given) => (cancel = given), onPush }, { retryWrites: true });
	await until(() => pushed.length > 1);
	expect(pushed.at(-1)).toContain('1 more may have been carried out');
});

describe.each([0, 2, 4])('the error of item %i of 5 names its recipient', (bad) => {
	beforeEach(() => void sandbox.addFault({ kind: 'status', status: 400, skip: bad }));

	test('if it stops the run', async () => {
		const { error } = await sendTo(5);
		expect(error?.description).toContain(`Recipient: ${numberOf(bad)}. Of 5 items,`);
	});

	test('if the node continues', async () => {
		const { items } = await sendTo(5, { onError: 'continueRegularOutput' });
		const messages = items.map(({ json }) => String(json.error));
		expect(messages[bad]).toContain(`Recipient: ${numberOf(bad)}`);
		expect(messages.filter((each) => each.includes('Recipient'))).toHaveLength(1);
	});
});

test('the error of an operation without a recipient names none', async () => {
	sandbox.addFault({ kind: 'status', status: 400 });
	const { error } = await runCase(sandbox, 'chat.archive');
	expect(error?.description).not.toContain('Recipient');
});

const ADVICE = 'To send only one message to each, put Remove Duplicates in front of this node.';
test.each([
	[['0', '1', '2'], undefined],
	[['0', '1', '0'], '1 of 3 items has the same recipient as an earlier item'],
	[['0', '(11) 90000-0000', '5511900000000@c.us', '1', '1'], '3 of 5 items have the same recipient as an earlier item'],
])('messages to %j have the hint %s', async (recipients, hint) => {
	const items = recipients.map((to) => ({ to: to.length > 1 ? to : numberOf(Number(to)) }));
	const credentials = { ...credentialsFor(sandbox), defaultCountryCode: '55' };
	const { run, error } = await sendTo(0, { items, credentials });
	expect(error).toBeUndefined();
	const hints = hint === undefined ? [] : [{ message: `${hint}. ${ADVICE}`, location: 'outputPane' }];
	expect(run.data.resultData.runData['Messaging Integration']?.[0]?.hints).toEqual(hints);
});

test('items that are invalid are no equal requests', async () => {
	const participants = '={{ $json.to }}';
	const items = ['98765', 'ana@example.com', '+55 11 98765-4321'].map((to) => ({ to }));
	const more: Partial<RunSettings> = { items, onError: 'continueErrorOutput' };
	const { run } = await runCase(sandbox, 'group.addParticipants', { participants }, more);
	expect(run.data.resultData.runData['Messaging Integration']?.[0]?.hints).toEqual([]);
});
