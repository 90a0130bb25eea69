import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox';
import { runCase } from '../run/support/runCase';
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

async function run(name: string, changes: INodeParameters, defaultCountryCode: string, items: IDataObject[] = [{}]) {
	const credentials = { ...credentialsFor(sandbox), defaultCountryCode };
	return await runCase(sandbox, name, changes, { credentials, items });
}

// phoneNumber.test.ts has all kinds of numbers, and test/run/input/refusals what is said of those that are refused.
test.each(operations)('%s completes a number with the default country code', async (name, parametersOf, field) => {
	const { error } = await run(name, parametersOf('(11) 98765-4321'), '+55');
	expect(error).toBeUndefined();
	const [body] = sandbox.log.map((each) => each.body as Record<string, unknown>);
	expect([body?.[field]].flat()).toEqual(['5511987654321']);
});

test('a number that may lack its code is refused before anything is sent, and the error names the item', async () => {
	const items = ['+5511987654321', '(11) 98765-4321', '+5511987654321'].map((number) => ({ number }));
	const { error } = await run('message.sendText', { recipient: phone('={{ $json.number }}') }, '', items);
	expect(error?.context?.itemIndex).toBe(1);
	expect(sandbox.log).toEqual([]);
});

const to = (mode: string, value: string) => ({ recipient: { __rl: true, mode, value } });
const PERUVIAN = '51973479180';
const GROUP = '120363025246125486';
const DRAGGED = `={{ "+${PERUVIAN}" }}`;

test.each<[string, string, INodeParameters, string | undefined]>([
	['the chatId of a message as a number', 'message.sendText', to('phone', DRAGGED), PERUVIAN],
	['the chatId of a message as an address', 'message.sendText', to('id', DRAGGED), PERUVIAN],
	['the chatId of a message as a chat', 'message.sendText', to('list', DRAGGED), PERUVIAN],
	['digits as an address that are one number here', 'message.sendText', to('id', '11987654321'), '5511987654321'],
	['digits as an address that may be two numbers', 'message.sendText', to('id', PERUVIAN), undefined],
	['a group without its server', 'message.sendText', to('id', GROUP), GROUP],
	['a chatId as a chat', 'chat.archive', { chatId: `={{ "+${PERUVIAN}" }}` }, PERUVIAN],
])(
	'with the default country code 55, %s reaches exactly the one that is meant (%s)',
	async (_, name, changes, digits) => {
		const { error } = await run(name, changes, '55');
		const [body] = sandbox.log.map((each) => each.body as Record<string, unknown>);
		expect(body?.chatId ?? body?.remoteJid).toBe(digits);
		if (digits === undefined) expect(error?.message).toMatch(`may be +${PERUVIAN} or +55${PERUVIAN}`);
	},
);
