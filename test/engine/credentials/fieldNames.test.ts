import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { idsOf } from '../support/ids';
import { searchList } from '../support/engine';
import { runCase } from '../support/runCase';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';

/** Field Names of the credentials decide where each part of a request is. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const named = (recipient: string, more: IDataObject = {}) => ({
	fieldNames: JSON.stringify({ message: { recipient, text: `${recipient}Text` } }),
	...more,
});

const PHONE = '5511987654321';

const sendTexts = async (
	count: number,
	credentialsOfItem: (index: number) => ICredentialDataDecryptedObject | undefined,
	phones: string[] = [],
) =>
	await runCase(
		sandbox,
		'message.sendText',
		{ recipient: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' }, text: 'Hello' },
		{ credentialsOfItem, items: Array.from({ length: count }, (_, n) => ({ phone: phones[n] ?? PHONE })) },
	);

const bodies = () => sandbox.log.map(({ body }) => body as IDataObject);

test.each([
	['every second item', 6, (index: number) => index % 2 === 1],
	['the first item', 3, (index: number) => index === 0],
	['the middle item', 3, (index: number) => index === 1],
	['the last item', 3, (index: number) => index === 2],
	['no item but the first of one', 1, (index: number) => index === 0],
])('each item keeps its own names if %s has other ones', async (_which, count, isOther) => {
	const accepting = { kind: 'raw', status: 201, body: { id: '1' }, times: Infinity } as const;
	sandbox.addFault(accepting as never);
	const { error } = await sendTexts(count, (index) => (isOther(index) ? named('to') : named('who')));
	expect(error).toBeUndefined();
	const names = Array.from({ length: count }, (_, index) => (isOther(index) ? 'to' : 'who'));
	expect(bodies()).toEqual(
		names.map((name) => ({
			instanceId: idsOf(sandbox).instance,
			type: 'text',
			[name]: PHONE,
			[`${name}Text`]: 'Hello',
		})),
	);
});

test.each([0, 1, 2])(
	'a number that only the own default country code of item %i completes is sent with it',
	async (index) => {
		const phones = [0, 1, 2].map((n) => (n === index ? '(11) 98765-4321' : PHONE));
		const own = (item: number) => (item === index ? { defaultCountryCode: '55' } : undefined);
		const { error } = await sendTexts(3, own, phones);
		expect(error).toBeUndefined();
		expect(bodies().map(({ remoteJid }) => remoteJid)).toEqual([PHONE, PHONE, PHONE]);
	},
);

test('with an unknown key in the Field Names nothing is sent, and the error says why', async () => {
	const { error } = await sendTexts(2, () => ({ fieldNames: '{"message":{"recipent":"to"}}' }));
	expect(error?.message).toContain('unknown key "message.recipent"');
	expect(error?.description).toContain('message.recipient');
	expect(sandbox.log).toEqual([]);
});

test('the pickers use the names of parameters, too', async () => {
	const query = { instance: 'session', pageSize: 'size', chat: 'jid' };
	sandbox.setDialect({ instanceParameter: 'session', pageSizeParameter: 'size' });
	await searchList(
		'searchChats',
		{ ...credentialsFor(sandbox), fieldNames: JSON.stringify({ query }) },
		{ instanceId: { __rl: true, mode: 'id', value: idsOf(sandbox).instance } },
	);
	expect(sandbox.log.map((each) => each.query)).toEqual([{ session: idsOf(sandbox).instance, size: '100' }]);
});

test('the list of instances keeps the documented name of its page size', async () => {
	const credentials = { ...credentialsFor(sandbox), fieldNames: JSON.stringify({ query: { pageSize: 'size' } }) };
	const { error } = await runCase(sandbox, 'instance.getAll', {}, { credentials });
	expect(error).toBeUndefined();
	expect(sandbox.log.map(({ query }) => query)).toMatchObject([{ page: '1', limit: '5' }]);
});
