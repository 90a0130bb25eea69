import type { Sandbox } from '../../../tools/sandbox';
import { byId, fromList, pairs } from '../../support/ids';
import { expectLines } from '../../support/project';
import { type Changes, runCase } from '../support/runCase';
import { setUpSandbox } from '../../support/setUpSandbox';

/** `operations.test.ts` has the expressions that return nothing, for each field. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const API = 'contact.apiRequest';
const NOTHING_ELSE = { additionalFields: {} };
const list = { returnAll: false, limit: '={{ 100001 }}' };
const fixed = { recipient: 'Ana', text: 'Hi {{ $json.name }}' };

const EMPTY_VALUES = ['={{ [] }}', '={{ [null] }}', '={{ "  " }}', '={{ NaN }}', '={{ {} }}', '=undefined', ''];
const FIXED = pairs({ a: 'b', size: 'x{{ $json.size }}' });
const queries = EMPTY_VALUES.map((size) => pairs({ size })).concat(FIXED);
/** What expressions return for an item without a phone. */
const LOST = ['undefined@s.whatsapp.net', 'null@g.us', 'NaN@c.us'];
const lost = LOST.map((address) => `={{ "${address}" }}`);
const additionalFields = [FIXED, pairs({ remoteJid: lost[0]! }), pairs({ 'to.0': '["null@g.us"]' })];
const emptyMarkdown = ['# ', '|  |\n|--|', '<br>'];
const lostInJson = ['{"to":"NaN@g.us"}', '={{ { to: { all: [$json.phone + "@c.us"] } } }}'];
const betweenUrls = ['\n', '\r\n', ' ', ', ', ';'];
const NO_SWITCHES = ['={{ "no" }}', '={{ 0 }}', '={{ ({}) }}'];

const invalid: Record<string, Changes[]> = {
	'instance.getAll': [
		...['={{ $json.missing }}', '={{ "many" }}', 0].map((limit) => ({ ...list, limit })),
		...['={{ "no" }}', '={{ null }}', '={{ [] }}'].map((returnAll) => ({ returnAll })),
	],
	'instance.getStatus': [{ instanceId: '={{ "abc/../x" }}' }, { instanceId: fromList('..') }],
	'instance.pairPhone': [
		...['1234567', 'ABCD-123_', '={{ $json.missing }}', true].map((pairingCode) => ({ pairingCode })),
		...['55119CALLME', '={{ [] }}'].map((phone) => ({ phone })),
	],
	'instance.create': [
		{ instanceFields: { name: '' } },
		...['{"name": }', '[1]', '{ }', '7', '={ "name": "{{ "a" + String.fromCharCode(34) }}" }'].map((jsonBody) => ({
			specifyBody: 'json',
			jsonBody,
		})),
	],
	'group.create': [
		{ groupFields: { description: '' } },
		{ groupFields: { subject: 'A' } },
		{ groupFields: { instanceId: byId('abc') } },
	],
	'group.addParticipants': [
		{ groupId: lost[1]! },
		...['5511987654321, x', '={{ ["5511987654321", $json.missing] }}', '={{ [[]] }}', '={{ true }}', ' , '].map(
			(participants) => ({ participants }),
		),
	],
	'group.updateSettings': [
		...[{ subject: '={{ "  " }}' }, { description: '={{ null }}' }, {}].map((updateFields) => ({ updateFields })),
	],
	'group.updatePhoto': [
		{ groupId: '={{ true }}' },
		...['javascript:alert(1)', '/home/a.png', 'xhttps://a.example'].map((photoUrl) => ({ photoUrl })),
	],
	'group.setEphemeral': [{ lifetime: '={{ NaN }}' }],
	'chat.archive': [
		{ instanceId: '={{ "abc" }}' },
		...['={{ ({ a: 1 }) }}', '={{ `${$json.missing}` }}', '={{ NaN }}', '={{ null }}', '={{ " null " }}'].map(
			(chatId) => ({ chatId }),
		),
		...['={{ "yes" }}', '={{ 2 }}', '={{ "" }}'].map((archive) => ({ archive })),
		...['noSuchOperation', 'constructor', '={{ "noSuchOperation" }}'].map((operation) => ({ operation })),
		{ resource: 'noSuchResource' },
	],
	'chat.getMessages': [{ chatId: '={{ [] }}' }, { ...list }],
	'chat.getAll': [...queries.map((additionalQuery) => ({ additionalQuery })), { ...list }],
	'download.getVideo': queries.map((queryParameters) => ({ 'options.queryParameters': queryParameters })),
	'webhook.getAll': [{ ...list }],
	'group.setAnnouncement': NO_SWITCHES.map((announcement) => ({ announcement })),
	'instance.connect': NO_SWITCHES.map((pairingCode) => ({ pairingCode })),
	'message.sendText': [
		fixed,
		{ ...fixed, text: '={{ $json.name }}' },
		...['98765', '5511987654321 5521912345678', '(11) 98765-4321', 'a@g.su'].map((recipient) => ({
			recipient,
		})),
		...['s.whatsap.net', 's.whatsapp.com', 'whatsapp.net', 'whatsapp.com', 'cus', 'u.us', 'lib', 'newsleter'].map(
			(domain) => ({ recipient: `5511987654321@${domain}` }),
		),
		{ replyTo: '={{ $json.quoted }}' },
		{ text: 'Hi @5511987654321', options: { mentions: true } },
		{ text: 'Hi @+11987654321', options: { mentions: true } },
		...[{ min: 5, max: 2 }, { min: -1 }, { max: '={{ 1 / 0 }}' }, { min: 'x' }].map((pause) => ({
			options: { pause },
		})),
		...['={{ "" }}', '={{ null }}'].map((min) => ({ options: { pause: { min, max: 2 } } })),
		...['content', 'content.text.a', 'type.a', 'a..b', 'constructor', 'a.__proto__.b', 'remoteJid.0'].map((name) => ({
			options: { additionalFields: pairs({ [name]: 'x' }) },
		})),
		...additionalFields.map((each) => ({ options: { additionalFields: each } })),
		...lost.map((recipient) => ({ recipient })),
		...emptyMarkdown.map((text) => ({ text, options: { formatMarkdown: true } })),
		...['["other"]', '{"__proto__":1}'].map((content) => ({ options: { additionalFields: pairs({ content }) } })),
		...['proxy.example', 'proxy.example:3128', 'socks5://proxy.example:1080', 'http://user:50%off@proxy.example'].map(
			(proxy) => ({ requestOptions: { proxy } }),
		),
	],
	'message.send': [
		{ recipient: 'Ana' },
		{ content: '={{ { text: $json.missing } }}', ...NOTHING_ELSE },
		...['["text"]', '{text}'].map((content) => ({ content })),
		...['{"name":"Ana","phone":"(11) 98765-4321"}', '{"name":"Ana","phone":null}', '{}'].map((contactContent) => ({
			preset: 'contact',
			contactContent,
			...NOTHING_ELSE,
		})),
		{ preset: 'location', locationContent: '{"latitude":-23,5505,"longitude":1}' },
		{ preset: 'location', locationContent: '{"latitude":{{ $json.latitude }},"longitude":1}' },
		{ additionalFields: FIXED },
		...lostInJson.map((jsonBody) => ({ specifyBody: 'json', jsonBody })),
		{ specifyBody: 'json', jsonBody: '={{ $json.missing }}' },
	],
	'message.sendMedia': [
		{ mediaUrl: 'ftp://a.example/b' },
		{ mediaType: '={{ "sticker" }}' },
		{ mediaType: '={{ $json.missing }}' },
		{ mediaSource: 'binary' },
		{ mediaType: '={{ "audio" }}' },
		...betweenUrls.map((glue) => ({ mediaUrl: `https://a.example/1.png${glue}https://a.example/2.png` })),
		...['caption', 'fileName', 'replyTo'].map((name) => ({ [name]: '={{ [1] }}' })),
	],
	'webhook.create': [
		{ webhookFields: { isActive: true } },
		...NO_SWITCHES.map((isActive) => ({ 'webhookFields.isActive': isActive })),
	],
	'webhook.test': [{ webhookId: '={{ "." }}' }],
	[API]: [
		...queries.map((queryParameters) => ({ queryParameters })),
		...['={{ $json.missing }}', '5'].map((body) => ({ method: 'POST', body })),
		...['https://evil.example/x', '=/contacts/{{ $json.missing }}/x', '={{ `/contacts/${$json.missing}` }}'].map(
			(path) => ({ path }),
		),
		...['=/contacts/{{ $json.missing ?? "" }}', '/a b', '/a?b=1', '/../a', '/'].map((path) => ({ path })),
		{ method: '={{ "FETCH" }}' },
		{ path: '=/chats/{{ "undefined" }}@s.whatsapp.net' },
		{ returnAll: true, pagination: 'none' },
		{ pagination: 'page', ...list },
		{ pagination: '={{ "all" }}' },
		{ responseFormat: '={{ "xml" }}' },
		{ responseFormat: 'file', binaryPropertyName: '={{ $json.missing }}' },
	],
};

const resources = new Set(Object.keys(invalid).map((name) => name.replace(/\..*/, '')));

test.each([...resources])(
	'with the resource %s, invalid input is refused with advice, and nothing is sent',
	async (resource) => {
		const lines: string[] = [];
		for (const [name, all] of Object.entries(invalid).filter(([each]) => each.startsWith(resource)))
			for (const changes of all) {
				const { error } = await runCase(sandbox, name, changes);
				expect([name, changes, error?.context?.itemIndex]).toEqual([name, changes, 0]);
				// Newer versions of Node add the line.
				const advice = error?.description?.replace(/ \(line \d+ column \d+\)/, '');
				const text = [error?.message, advice].filter(Boolean).join(' | ');
				lines.push(`${name} ${JSON.stringify(changes)}: ${text}`);
			}
		expect(sandbox.log).toEqual([]);
		expectLines(`run/input/refusals/${resource}.txt`, lines);
	},
);
