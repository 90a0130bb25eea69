import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { changedCase } from '../support/cases';
import { byId, idsOf } from '../support/ids';
import { runNode } from '../support/engine';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

/** The operations that take phone numbers: the parameters with a number, and where the request has it. */
const operations: Array<[string, (number: string) => INodeParameters, string]> = [
	['message.sendText', (number) => ({ recipient: phone(number) }), 'remoteJid'],
	['message.sendMedia', (number) => ({ recipient: phone(number) }), 'remoteJid'],
	['message.send', (number) => ({ recipient: phone(number) }), 'remoteJid'],
	['group.create', (number) => ({ 'groupFields.participants': number }), 'participants'],
	['group.addParticipants', (participants) => ({ participants }), 'participants'],
	['instance.pairPhone', (number) => ({ phone: number }), 'phone'],
];

const phone = (value: string) => ({ __rl: true, mode: 'phone', value });

async function run(
	name: string,
	changes: INodeParameters,
	items: Array<{ to?: string }> = [{}],
	defaultCountryCode = '',
) {
	return await runNode({
		credentials: { ...credentialsFor(sandbox), defaultCountryCode },
		parameters: changedCase(idsOf(sandbox), name, changes),
		items,
	});
}

/** Numbers as people in Brazil write them, with what is sent with the default country code 55. */
const numbers = [
	['(11) 98765-4321', '5511987654321'],
	['11 98765-4321', '5511987654321'],
	['(11) 8765-4321', '551187654321'],
	['011987654321', '5511987654321'],
] as const;

test('all invalid recipients of a list are named at once, each one once', async () => {
	const to = ['+5511987654321', '98765', 'joao', '1234', '5511987654321 5521912345678'];
	const items = to.map((each) => ({ to: each }));
	const { error } = await run('message.sendText', { recipient: phone('={{ $json.to }}') }, items);
	expect(error?.message).toContain('"98765" is too short');
	expect(error?.description).not.toContain('Recipient:');
	expect(error?.description).toMatch(
		/Nothing was sent\. 4 of 5 items are invalid: 98765 \(2nd\), joao \(3rd\), 1234 \(4th\), 5511987654321 5521912345678 \(5th\)\. /,
	);
	const two = await run('message.sendText', { recipient: phone(to[4] as string) });
	expect(two.error?.description).toMatch(/^Enter one number, with \+ and its country code/);
	expect(sandbox.log).toEqual([]);
});

describe.each(operations)('%s', (name, parametersOf, field) => {
	// test/unit/shared reads every number; with FULL=1, every operation does.
	const turn = operations.findIndex(([each]) => each === name) % numbers.length;
	const some = numbers.filter((_number, n) => n === turn || process.env.FULL !== undefined);

	test.each(some)(
		'refuses %s before anything is sent, and says how to write it',
		async (number) => {
			const items = ['+5511987654321', number, '+5511987654321'].map((to) => ({ to }));
			const { error } = await run(name, parametersOf('={{ $json.to }}'), items);
			expect(error?.message).toContain(`"${number}"`);
			expect(error?.description).toMatch(/with \+ and its country code.*Default Country Code/);
			expect(error?.context?.itemIndex).toBe(1);
			expect(sandbox.log).toEqual([]);
		},
	);

	test.each(some)('completes %s with the default country code', async (number, sent) => {
		const { error } = await run(name, parametersOf(number), [{}], '+55');
		expect(error).toBeUndefined();
		const [body] = sandbox.log.map((each) => each.body as Record<string, unknown>);
		expect([body?.[field]].flat()).toEqual([sent]);
	});
});

test('each item gets the default country code of its own credentials', async () => {
	const { error } = await runNode({
		credentials: credentialsFor(sandbox),
		credentialsOfItem: (index) => ({ defaultCountryCode: ['55', '351'][index] ?? '' }),
		parameters: changedCase(idsOf(sandbox), 'message.sendText', {
			recipient: phone('={{ $json.to }}'),
		}),
		items: ['(11) 98765-4321', '912 345 678', '+1 415 555 2671'].map((to) => ({ to })),
	});
	expect(error).toBeUndefined();
	const sent = sandbox.log.map(({ body }) => (body as { remoteJid: string }).remoteJid);
	expect(sent).toEqual(['5511987654321', '351912345678', '14155552671']);
});

test.each([
	['62', '62812345678', 'may already contain the country code 62'],
	['55', '34612345678', 'may already contain the country code 34'],
	['55', '98765-4321', 'is too short'],
	['55', '3222-1234/1235', 'contains two phone numbers'],
	['55', '5511987654321.0', 'is a decimal number'],
])('with the default country code %s, the number %s %s', async (code, number, problem) => {
	const { error } = await run('message.sendText', { recipient: phone(number) }, [{}], code);
	expect(error?.message).toBe(`"${number}" ${problem} (field "Recipient")`);
	expect(error?.description).not.toContain('Default Country Code');
	expect(sandbox.log).toEqual([]);
});

test.each(['phone', 'id'])('an e-mail address is no recipient (%s)', async (mode) => {
	const recipient = { __rl: true, mode, value: 'john@gmail.com' };
	const { error } = await run('message.sendText', { recipient });
	expect(error?.message).toContain('"john@gmail.com" is neither a phone number nor a chat address');
	expect(sandbox.log).toEqual([]);
});

test.each(['BR', '055', '5555', '5 5 5 5'])(
	'the default country code "%s" is an error that names the field',
	async (code) => {
		const { error } = await run('message.sendText', {}, [{}], code);
		expect(error?.message).toMatch(/^The default country code ".*" is invalid$/);
		expect(error?.description).toContain('Default Country Code');
		expect(sandbox.log).toEqual([]);
	},
);

test.each([
	'12345@lid',
	'5511987654321@s.whatsapp.net',
	'5511987654321:2@s.whatsapp.net',
	'5511987654321@c.us',
	'120363041234567890@g.us',
	'120363041234567890@newsletter',
	'status@broadcast',
	'bot-7@example',
	'5511987654321@chat.example.com',
])('the address %s is sent as it is', async (address) => {
	const { error } = await run('message.sendText', { recipient: byId(address) });
	expect(error).toBeUndefined();
	expect(sandbox.log.map(({ body }) => (body as { remoteJid: string }).remoteJid)).toEqual([
		address,
	]);
});
