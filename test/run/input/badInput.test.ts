import type { Sandbox } from '../../../tools/sandbox';
import { pairs } from '../../support/ids';
import { type Changes, runCase } from '../support/runCase';
import { setUpSandbox } from '../../support/setUpSandbox';

/** `operations.test.ts` has the expressions that return nothing, for each field. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const API = 'contact.apiRequest';
const EMPTY_PATH = 'Part of the path is empty: an expression in it returns nothing for this item';
const OTHER_HOST = 'The path must be relative to the Base URL of the credentials, without a host';
const NOTHING_ELSE = { additionalFields: {} };
const NO_URL = 'is not a valid URL of a file (field "Media URL")';
const areEmpty = (labels: string) => `These fields are empty: ${labels}`;
const NO_JSON = 'The request body is empty (field "JSON Body")';
const isEmpty = (label: string) => `The field "${label}" is empty`;
const noText = (label: string, value: string) => `The field "${label}" contains ${value} instead of text`;
const noJson = (label: string) => `The field "${label}" does not contain valid JSON`;

const invalid: Record<string, Array<[Changes, string]>> = {
	'instance.getStatus': [
		[{ instanceId: '={{ "abc/../x" }}' }, '"abc/../x" is not a valid ID for the field "Instance"'],
	],
	'instance.pairPhone': [
		[{ pairingCode: '1234567' }, 'The pairing code has 7 characters instead of 8 (field "Pairing Code")'],
		[{ phone: '55119CALLME' }, '"55119CALLME" is not a valid phone number (field "Phone")'],
	],
	'instance.create': [
		[{ instanceFields: { name: '' } }, isEmpty('Name')],
		[{ specifyBody: 'json', jsonBody: '{"name": }' }, noJson('JSON Body')],
		[{ specifyBody: 'json', jsonBody: '[1]' }, 'The field "JSON Body" must contain a JSON object'],
	],
	'group.create': [
		[{ groupFields: { description: '' } }, areEmpty('"Instance", "Group Name", "Description", "Participants"')],
	],
	'group.addParticipants': [
		[{ participants: '5511987654321, x' }, '"x" is not a valid phone number (field "Participants")'],
		[{ participants: '={{ ["5511987654321", $json.missing] }}' }, 'An entry of the field "Participants" is empty'],
	],
	'group.updateSettings': [
		[{ 'updateFields.subject': '={{ "  " }}' }, isEmpty('Group Name')],
		[{ updateFields: {} }, 'No fields to update (field "Update Fields")'],
	],
	'group.updatePhoto': [
		[{ groupId: '={{ true }}' }, noText('Group', 'true')],
		[{ photoUrl: 'javascript:alert(1)' }, '"javascript:alert(1)" is not a valid URL of a file (field "Photo URL")'],
	],
	'group.setEphemeral': [[{ lifetime: '={{ NaN }}' }, isEmpty('Lifetime')]],
	'chat.archive': [
		[{ instanceId: '={{ "abc" }}' }, '"abc" is not a valid ID for the field "Instance"'],
		[{ chatId: '={{ ({ a: 1 }) }}' }, noText('Chat', '{"a":1}')],
		[{ chatId: '={{ `${$json.missing}` }}' }, isEmpty('Chat')],
	],
	'chat.getMessages': [[{ chatId: '={{ [] }}' }, noText('Chat', '[]')]],
	'message.send': [
		[{ recipient: 'Ana' }, '"Ana" is neither a phone number nor a chat address (field "Recipient")'],
		[{ content: '={{ { text: $json.missing } }}', ...NOTHING_ELSE }, isEmpty('Content')],
		[{ content: '["text"]' }, 'The field "Content" must contain a JSON object'],
		[{ content: '{text}' }, noJson('Content')],
		[
			{ preset: 'contact', contactContent: '{"name":"Ana","phone":"(11) 98765-4321"}' },
			'"(11) 98765-4321" may lack its country code (field "Content")',
		],
		[{ preset: 'location', locationContent: '{"latitude":-23,5505,"longitude":1}' }, noJson('Content')],
		[{ preset: 'contact', contactContent: '{}', ...NOTHING_ELSE }, isEmpty('Content')],
		[{ specifyBody: 'json', jsonBody: '={{ $json.missing }}' }, NO_JSON],
	],
	'message.sendMedia': [
		[{ mediaUrl: 'ftp://a.example/b' }, `"ftp://a.example/b" ${NO_URL}`],
		[{ mediaType: '={{ "sticker" }}' }, 'The field "Media Type" contains the invalid value "sticker"'],
		[{ mediaSource: 'binary' }, 'The input item has no file "data" (field "Input Data Field Name")'],
	],
	'webhook.create': [[{ webhookFields: { isActive: true } }, areEmpty('"URL", "Events", "Headers", "Secret"')]],
	[API]: [
		[{ method: 'POST', body: '={{ $json.missing }}' }, isEmpty('Body')],
		[{ method: 'POST', body: '5' }, 'The field "Body" must contain a JSON object or array'],
		[{ path: 'https://evil.example/x' }, OTHER_HOST],
		[{ path: '=/contacts/{{ $json.missing }}/x' }, EMPTY_PATH],
		[{ path: '={{ `/contacts/${$json.missing}` }}' }, EMPTY_PATH],
		[{ method: '={{ "FETCH" }}' }, 'The field "Method" contains the invalid value "FETCH"'],
	],
};
const rows = Object.entries(invalid).flatMap(([name, all]) =>
	all.map(([changes, message]) => [name, changes, message] as const),
);
test.each(rows)('%s with %j is rejected, and nothing is sent: %s', async (name, changes, message) => {
	const { error } = await runCase(sandbox, name, changes);
	expect(error?.message).toBe(message);
	expect(error?.context?.itemIndex).toBe(0);
	expect(sandbox.log).toEqual([]);
});

test.each(['={{ [] }}', '={{ [null] }}', '={{ "  " }}', '={{ NaN }}', '={{ {} }}', '=undefined', ''])(
	'a query parameter with the value %j is rejected, and nothing is sent',
	async (value) => {
		for (const [name, path] of [
			['download.getVideo', 'options.queryParameters'],
			['chat.getAll', 'additionalQuery'],
			[API, 'queryParameters'],
		] as const) {
			const { error } = await runCase(sandbox, name, { [path]: pairs({ size: value }) });
			expect(error?.message).toMatch(
				/^The query parameter "size" is empty \(field "(Additional )?Query Parameters"\)$/,
			);
		}
		expect(sandbox.log).toEqual([]);
	},
);

test('malformed JSON from an expression says how to insert a text', async () => {
	const jsonBody = '={ "text": "{{ $json.text }}" }';
	const { error } = await runCase(
		sandbox,
		'message.send',
		{ specifyBody: 'json', jsonBody },
		{ items: [{ text: 'He said "hello"' }] },
	);
	expect(error?.message).toBe('The field "JSON Body" does not contain valid JSON');
	expect(error?.description).toContain('{{ JSON.stringify($json.text) }}');
});

test.each(['noSuchOperation', 'constructor', '={{ "noSuchOperation" }}'])(
	'an operation that the resource does not have (%s) is refused, and nothing is sent',
	async (operation) => {
		const { error } = await runCase(sandbox, 'chat.archive', { operation });
		expect(error?.message).toBe('This resource has no such operation');
		expect(sandbox.log).toEqual([]);
	},
);
