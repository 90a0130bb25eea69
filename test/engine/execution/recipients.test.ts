import type { Sandbox } from '../../../sandbox';
import { changedCase } from '../support/cases';
import { idsOf } from '../support/ids';
import { runNode, type RunSettings } from '../support/engine';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';

/** What a failed or canceled run says about the recipients of its messages. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const numberOf = (n: number) => `+55 11 90000-000${n}`;

const parameters = () =>
	changedCase(idsOf(sandbox), 'message.sendText', {
		recipient: { __rl: true, mode: 'phone', value: '={{ $json.to }}' },
	});

async function sendTo(count: number, more: Partial<RunSettings> = {}) {
	return await runNode({
		credentials: credentialsFor(sandbox),
		parameters: parameters(),
		items: Array.from({ length: count }, (_, n) => ({ to: numberOf(n) })),
		...more,
	});
}

/** Runs until the service has got a number of requests, of which it does not answer the last ones; then cancels. */
async function cancelAt(requests: number, count: number, stalled = 1) {
	const pushed: unknown[] = [];
	const skip = requests - stalled;
	sandbox.addFault({ kind: 'stallAfterWork', skip, times: stalled, path: '/messages' });
	const { run } = await sendTo(count, {
		...(stalled > 1 && { parameters: { ...parameters(), options: { concurrency: stalled } } }),
		onStart: (cancel) => {
			const timer = setInterval(() => {
				if (sandbox.log.length < requests) return;
				clearInterval(timer);
				cancel();
			}, 5);
		},
		onPush: (_type, data) => pushed.push(...(data.messages as unknown[])),
	});
	expect(run.status).toBe('canceled');
	for (let tries = 0; pushed.length === 0 && tries < 200; tries += 1)
		await new Promise((resolve) => setTimeout(resolve, 5));
	return pushed;
}

test.each([
	[1, 1, `Canceled after 0 of 1 items. Another request (to ${numberOf(0)}) was in flight`],
	[1, 5, `Canceled after 0 of 5 items. Another request (to ${numberOf(0)}) was in flight`],
	[3, 5, `Canceled after 2 of 5 items, the last one to ${numberOf(1)}. Another request (to`],
	[5, 5, `Canceled after 4 of 5 items, the last one to ${numberOf(3)}. Another request (to`],
])(
	'a run that is canceled during message %i of %i tells the browser how far it came',
	async (at, count, text) => {
		const pushed = await cancelAt(at, count);
		expect(pushed).toEqual([expect.stringContaining(text)]);
	},
);

test('a canceled run names all messages that were in flight', async () => {
	expect(await cancelAt(3, 5, 3)).toEqual([
		`Canceled after 0 of 5 items. 3 other requests (to ${[0, 1, 2].map(numberOf).join(', ')}) were in flight and may have been carried out.`,
	]);
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
	const { error } = await runNode({
		credentials: credentialsFor(sandbox),
		parameters: changedCase(idsOf(sandbox), 'chat.archive', {}),
	});
	expect(error?.description).not.toContain('Recipient');
});
