import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';
import { casesFor, idsOf, type Ids } from '../support/cases';
import { runNode } from '../support/engine';

/** Expressions that return nothing, or a value that makes no sense. */

let sandbox: Sandbox;
let ids: Ids;
setUpSandbox((started) => {
	sandbox = started;
	ids = idsOf(sandbox);
});

const credentials = () => credentialsFor(sandbox);

/** Parameters of a valid case, one of them (a path with dots) changed. */
function changed(name: string, path: string, value: NodeParameterValueType): INodeParameters {
	const found = casesFor(ids).find((each) => `${each.resource}.${each.operation}` === name);
	if (!found) throw new Error(`no case for ${name}`);
	const parameters: INodeParameters = structuredClone({
		...found.parameters,
		resource: found.resource,
		operation: found.operation,
	});
	const names = path.split('.');
	const last = names.pop() as string;
	let at = parameters;
	for (const each of names) at = (at[each] ??= {}) as INodeParameters;
	const isLocator = ['instanceId', 'groupId', 'chatId', 'webhookId'].includes(last);
	at[last] = isLocator ? { __rl: true, mode: 'id', value } : value;
	return parameters;
}

const run = async (parameters: INodeParameters, items: Array<Record<string, unknown>> = [{}]) =>
	await runNode({ credentials: credentials(), parameters, items: items as never });

/** The required parameters of each operation: its name, the parameter, and the label in the error. */
const SUBJECTS: Array<[string, string, string]> = [
	['instance.create', 'instanceFields.name', 'Name'],
	['instance.connect', 'instanceId', 'Instance'],
	['instance.pairPhone', 'instanceId', 'Instance'],
	['instance.pairPhone', 'phone', 'Phone'],
	['instance.pairPhone', 'pairingCode', 'Pairing Code'],
	['instance.getStatus', 'instanceId', 'Instance'],
	['instance.getUserInfo', 'instanceId', 'Instance'],
	['instance.getHistory', 'instanceId', 'Instance'],
	['instance.disconnect', 'instanceId', 'Instance'],
	['message.send', 'messageFields.instanceId', 'Instance'],
	['message.send', 'messageFields.remoteJid', 'Recipient'],
	['message.send', 'messageFields.content', 'Content'],
	['chat.getMessages', 'chatId', 'Chat'],
	['chat.archive', 'instanceId', 'Instance'],
	['chat.archive', 'chatId', 'Chat'],
	['download.getVideo', 'messageId', 'Message ID'],
	['message.sendText', 'instanceId', 'Instance'],
	['message.sendText', 'recipient', 'Recipient'],
	['message.sendText', 'text', 'Text'],
	['group.create', 'groupFields.instanceId', 'Instance'],
	['group.create', 'groupFields.subject', 'Subject'],
	['group.create', 'groupFields.participants', 'Participants'],
	['group.updateSettings', 'groupId', 'Group'],
	['group.updateSettings', 'updateFields.subject', 'Subject'],
	['group.addParticipants', 'groupId', 'Group'],
	['group.addParticipants', 'instanceId', 'Instance'],
	['group.updatePhoto', 'groupId', 'Group'],
	['group.updatePhoto', 'instanceId', 'Instance'],
	['group.updatePhoto', 'photoUrl', 'Photo URL'],
	['group.setAnnouncement', 'groupId', 'Group'],
	['group.setAnnouncement', 'instanceId', 'Instance'],
	['group.setEphemeral', 'groupId', 'Group'],
	['group.setEphemeral', 'instanceId', 'Instance'],
	['group.setEphemeral', 'lifetime', 'Lifetime'],
	['webhook.create', 'webhookFields.url', 'URL'],
	['webhook.create', 'webhookFields.events', 'Events'],
	['webhook.test', 'webhookId', 'Webhook'],
	['contact.apiRequest', 'path', 'Path'],
	['contact.apiRequest', 'method', 'Method'],
	['instance.connect', 'binaryPropertyName', 'Put Output File in Field'],
	['download.getVideo', 'binaryPropertyName', 'Put Output File in Field'],
];
const SWITCHES: Array<[string, string, string]> = [
	['chat.archive', 'archive', 'Archive'],
	['group.setAnnouncement', 'announcement', 'Announcement'],
	['group.updateSettings', 'updateFields.announcement', 'Announcement'],
	['instance.connect', 'pairingCode', 'Use Pairing Code'],
	['webhook.create', 'webhookFields.isActive', 'Is Active'],
	['webhook.create', 'webhookFields.retryOnFailure', 'Retry on Failure'],
	['instance.getAll', 'returnAll', 'Return All'],
	['chat.getAll', 'returnAll', 'Return All'],
	['chat.getMessages', 'returnAll', 'Return All'],
	['webhook.getAll', 'returnAll', 'Return All'],
];
const EMPTY: Array<[string, NodeParameterValueType]> = [
	['undefined', '={{ $json.missing }}'],
	['null', '={{ $json.nothing }}'],
	['an empty string', '={{ "" }}'],
];

describe.each(EMPTY)('an expression that returns %s', (_what, value) => {
	test.each([...SUBJECTS, ...SWITCHES])(
		'for %s %s is rejected, naming the field, and nothing is sent',
		async (name, path, label) => {
			const { error } = await run(changed(name, path, value), [{ nothing: null }]);
			expect(error?.message).toBe(`The field "${label}" is empty`);
			expect(error?.description).toMatch(/the expression returns nothing for this item/);
			expect(error?.context?.itemIndex).toBe(0);
			expect(sandbox.log).toEqual([]);
		},
	);

	test('for the participants or a query parameter of a download is rejected', async () => {
		expect(
			(await run(changed('group.addParticipants', 'participants', value), [{ nothing: null }]))
				.error?.message,
		).toBe('The field "Participants" is empty');
		const pairs = {
			parameters: [
				{ name: 'instance', value: 'x' },
				{ name: 'size', value },
			],
		};
		const { error } = await run(
			changed('download.getAudio', 'options', { queryParameters: pairs } as never),
			[{ nothing: null }],
		);
		expect(error?.message).toBe('The query parameter "size" is empty');
		expect(sandbox.log).toEqual([]);
	});

	test.each(['instance.create', 'message.send', 'group.create', 'webhook.create'])(
		'for the whole body of %s is rejected',
		async (name) => {
			const { error } = await run({ ...changed(name, 'specifyBody', 'json'), jsonBody: value }, [
				{ nothing: null },
			]);
			expect(error?.message).toBe('The request body is empty');
			expect(sandbox.log).toEqual([]);
		},
	);

	test('for the body of an API request is rejected', async () => {
		const { error } = await run(
			{ ...changed('contact.apiRequest', 'method', 'POST'), body: value },
			[{ nothing: null }],
		);
		expect(error?.message).toBe('The field "Body" is empty');
		expect(sandbox.log).toEqual([]);
	});
});

test('one item with an empty chat stops all items before anything is sent', async () => {
	const { error } = await run(changed('chat.archive', 'chatId', '={{ $json.chat }}'), [
		{ chat: ids.chat },
		{ other: 1 },
		{ chat: ids.chat },
	]);
	expect(error?.message).toBe('The field "Chat" is empty');
	expect(error?.description).toMatch(
		/Of 3 items, 0 succeeded, item 1 failed .*, and 2 were not sent/,
	);
	expect(sandbox.log).toEqual([]);
});

test.each([
	[
		'chat.archive',
		'chatId',
		'={{ ({ a: 1 }) }}',
		'The field "Chat" contains {"a":1} instead of text',
	],
	['chat.getMessages', 'chatId', '={{ [] }}', 'The field "Chat" contains [] instead of text'],
	[
		'group.updatePhoto',
		'groupId',
		'={{ true }}',
		'The field "Group" contains true instead of text',
	],
	['chat.archive', 'chatId', '={{ `${$json.missing}` }}', 'The field "Chat" is empty'],
	['chat.archive', 'chatId', '={{ NaN }}', 'The field "Chat" is empty'],
	['group.setEphemeral', 'lifetime', '={{ NaN }}', 'The field "Lifetime" is empty'],
	[
		'group.addParticipants',
		'participants',
		'={{ ["5511987654321", $json.missing] }}',
		'An entry of the field "Participants" is empty',
	],
	['message.send', 'messageFields', { type: 'text', content: '{}' }, 'The request body is empty'],
	['webhook.create', 'webhookFields', { isActive: true }, 'The request body is empty'],
	[
		'contact.apiRequest',
		'path',
		'=/contacts/{{ $json.missing }}/x',
		'Part of the path is empty: an expression in it returns nothing for this item',
	],
	[
		'contact.apiRequest',
		'path',
		'=/contacts/{{ $json.missing }}',
		'Part of the path is empty: an expression in it returns nothing for this item',
	],
	[
		'contact.apiRequest',
		'path',
		'={{ `/contacts/${$json.missing}` }}',
		'Part of the path is empty: an expression in it returns nothing for this item',
	],
	[
		'contact.apiRequest',
		'method',
		'={{ "FETCH" }}',
		'The field "Method" contains the invalid value "FETCH"',
	],
	[
		'contact.apiRequest',
		'pagination',
		'={{ "cursors" }}',
		'The field "Pagination" contains the invalid value "cursors"',
	],
	[
		'contact.apiRequest',
		'responseFormat',
		'={{ 5 }}',
		'The field "Response Format" contains the invalid value 5',
	],
] as Array<[string, string, NodeParameterValueType, string]>)(
	'%s with %s = %j is rejected',
	async (name, path, value, message) => {
		const { error } = await run(changed(name, path, value));
		expect(error?.message).toBe(message);
		expect(sandbox.log).toEqual([]);
	},
);

describe('a Limit', () => {
	const LISTS = ['instance.getAll', 'chat.getAll', 'chat.getMessages', 'webhook.getAll'];
	const api = (limit: NodeParameterValueType) => ({
		...changed('contact.apiRequest', 'limit', limit),
		pagination: 'page',
		returnAll: false,
	});
	const withLimit = (name: string, limit: NodeParameterValueType) =>
		name === 'contact.apiRequest'
			? api(limit)
			: { ...changed(name, 'limit', limit), returnAll: false };

	test.each([
		['={{ $json.missing }}', 'empty'],
		['={{ null }}', 'empty'],
		['={{ "" }}', 'empty'],
		['={{ NaN }}', 'NaN, not a whole number from 1 to 100,000'],
		['={{ Infinity }}', 'Infinity, not a whole number from 1 to 100,000'],
		['={{ 0 }}', '0, not a whole number from 1 to 100,000'],
		['={{ -5 }}', '-5, not a whole number from 1 to 100,000'],
		['={{ 100001 }}', '100001, not a whole number from 1 to 100,000'],
		['={{ 2.5 }}', '2.5, not a whole number from 1 to 100,000'],
		['={{ "many" }}', '"many", not a whole number from 1 to 100,000'],
		['={{ true }}', 'true, not a whole number from 1 to 100,000'],
		['={{ [5] }}', '[5], not a whole number from 1 to 100,000'],
	])('of %s is rejected for every list', async (limit, what) => {
		for (const name of [...LISTS, 'contact.apiRequest']) {
			const { error } = await run(withLimit(name, limit));
			expect(error?.message).toBe(`The field "Limit" is ${what}`);
		}
		expect(sandbox.log).toEqual([]);
	});

	test('as digits is accepted', async () => {
		const { items, error } = await run(withLimit('instance.getAll', '={{ " 2 " }}'));
		expect(error).toBeUndefined();
		expect(items.length).toBeLessThanOrEqual(2);
		expect(sandbox.log.map(({ query }) => query.limit)).toEqual(['2']);
	});

	test('is ignored with Return All and for an API request without a list', async () => {
		expect(
			(await run({ ...changed('webhook.getAll', 'limit', '={{ 0 }}'), returnAll: true })).error,
		).toBeUndefined();
		const post = {
			...changed('contact.apiRequest', 'method', '={{ "POST" }}'),
			pagination: 'page',
			limit: 0,
			body: '{"a":1}',
		};
		sandbox.addFault({ kind: 'raw', body: {} });
		expect((await run(post)).error).toBeUndefined();
		expect(sandbox.log.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
	});
});

describe('a boolean', () => {
	test.each([
		['={{ "false" }}', false],
		['={{ " TRUE " }}', true],
		['={{ false }}', false],
	])('of %s is sent as %s', async (value, sent) => {
		await run(changed('chat.archive', 'archive', value));
		await run(changed('group.setAnnouncement', 'announcement', value));
		await run(changed('group.updateSettings', 'updateFields.announcement', value));
		await run(changed('webhook.create', 'webhookFields.isActive', value));
		expect(sandbox.log.map(({ body }) => body as Record<string, unknown>)).toMatchObject([
			{ archive: sent },
			{ announcement: sent },
			{ announcement: sent },
			{ isActive: sent },
		]);
	});

	test.each(['={{ "no" }}', '={{ 0 }}', '={{ 1 }}', '={{ [] }}', '={{ ({}) }}'])(
		'of %s is rejected',
		async (value) => {
			for (const [name, path, label] of SWITCHES) {
				const { error } = await run(changed(name, path, value));
				expect(error?.message).toMatch(
					new RegExp(`^The field "${label}" contains .* instead of true or false$`),
				);
			}
			expect(sandbox.log).toEqual([]);
		},
	);

	test('of "false" for Return All keeps the Limit', async () => {
		const { items } = await run({
			...changed('instance.getAll', 'returnAll', '={{ "false" }}'),
			limit: 2,
			filters: {},
		});
		expect(items).toHaveLength(2);
	});
});

test('optional fields that an expression leaves empty are omitted', async () => {
	const { error } = await run(
		changed('group.create', 'groupFields.description', '={{ $json.missing }}'),
	);
	expect(error).toBeUndefined();
	expect(sandbox.log.map(({ body }) => body)).toEqual([
		expect.not.objectContaining({ description: expect.anything() as unknown }),
	]);
	expect(
		(await run(changed('chat.getAll', 'instanceId', '={{ $json.missing }}'))).error,
	).toBeUndefined();
});

test('spaces around an ID are not sent', async () => {
	await run(changed('chat.archive', 'chatId', ` ${ids.chat}\n`));
	await run(changed('group.updatePhoto', 'instanceId', ` ${ids.instance} `));
	await run(changed('instance.getStatus', 'instanceId', ` ${ids.instance} `));
	expect(sandbox.log.map(({ path, body }) => [path, body])).toMatchObject([
		['/chats/archive', { chatId: ids.chat }],
		[expect.stringMatching(/photo$/), { instanceId: ids.instance }],
		[`/instances/${ids.instance}/status`, {}],
	]);
});

describe('an expression result that is not a value is rejected', () => {
	test.each([
		['message.send', 'messageFields.remoteJid', '={{ NaN }}'],
		['message.send', 'messageFields.remoteJid', '={{ [] }}'],
		['message.send', 'messageFields.remoteJid', '={{ {} }}'],
		['message.send', 'messageFields.remoteJid', '={{ true }}'],
		['message.send', 'messageFields.content', '={{ { text: $json.missing } }}'],
		['group.create', 'groupFields.subject', '={{ NaN }}'],
		['group.updateSettings', 'updateFields.subject', '={{ "  " }}'],
		['group.updateSettings', 'updateFields.subject', '={{ NaN }}'],
		['group.updateSettings', 'updateFields.subject', '={{ [] }}'],
		['group.updateSettings', 'updateFields.subject', '=undefined'],
	])('for %s %s: %s', async (name, path, value) => {
		const { error } = await run(changed(name, path, value));
		expect(error).toBeDefined();
		expect(sandbox.log).toEqual([]);
	});

	test.each(['={{ [] }}', '={{ [null] }}', '={{ "  " }}', '={{ NaN }}', '={{ {} }}', '=undefined'])(
		'for a query parameter of a download: %s',
		async (value) => {
			const options = { queryParameters: { parameters: [{ name: 'size', value }] } };
			const { error } = await run(changed('download.getVideo', 'options', options as never));
			expect(error?.message).toBe('The query parameter "size" is empty');
			expect(sandbox.log).toEqual([]);
		},
	);
});
