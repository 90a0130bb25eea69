import { clocks, systemClock } from '../../../nodes/transport/clock';
import { InstantClock } from '../../engine/support/instantClock';
import { waitingExecution } from './support/waitingExecution';

/** The link of Send and Wait, answered in n8n's context of a waiting webhook. */

beforeEach(() => void (clocks.current = new InstantClock()));
afterEach(() => void (clocks.current = systemClock));

const approval = { body: { approved: 'true' } };

const names = [
	...['Ask', 'Ask {{ now }}', '}}', '{{', `'"\`\\`, 'a\u2028b', '={{ 1 + 1 }}', '__proto__'],
	...['[0]', '\\u007b\\u007b', '${1}', '\n', '', '日本語 🙂', '{{ $json.constructor }}'],
];

test.each(names)('Send and Wait gets its answer if the name of the node is %j', async (name) => {
	const answer = waitingExecution(name);
	expect((await answer('GET')).response.statusCode).toBe(200);
	const { output, respondedAt } = await answer('POST', approval);
	expect(output).toEqual({ data: { approved: true } });
	expect(new Date(String(respondedAt)).toISOString()).toBe(respondedAt);
});

test.each(names)('the link of an earlier question of %j is outdated', async (name) => {
	const { response, output } = await waitingExecution(name)('POST', {
		...approval,
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
		const { response } = await answer('GET');
		const text = label.replace(/"/g, '&#34;').replace(/'/g, '&#39;');
		expect(response.html).toContain(`>${label.trim() ? text : '✓ Approve'}</button>`);
	},
);

test('one of three responses at the same time counts, and the others are told that the question is answered', async () => {
	const answer = waitingExecution('Ask');
	clocks.current = { ...systemClock, sleep: async () => await new Promise(() => {}) };
	const answers = await Promise.all([
		answer('POST', approval),
		answer('POST', approval),
		answer('POST', approval),
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
	const { response } = await answer('POST', approval);
	response.status(500).end('n8n cannot reach its database');
	expect((await answer('POST', approval)).output).toEqual({ data: { approved: true } });
});
