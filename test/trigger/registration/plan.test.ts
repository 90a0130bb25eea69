import { planFor, type RequiredRegistration } from '../../../nodes/MessagingIntegrationTrigger/registration/plan';
import * as plan from '../../../nodes/MessagingIntegrationTrigger/registration/plan';
import type { WebhookRecord } from '../../../nodes/MessagingIntegrationTrigger/registration/webhooks';
import { sha256 } from '../../../nodes/shared/texts';
import { TOKEN_HEADER } from '../../../nodes/transport/credentials/credentials';

/** What is kept, replaced and removed, whatever a service shows of its webhooks. */

const URL = 'https://n8n.example/webhook/hook-1/webhook';
const FORMER = 'https://old.example/webhook/hook-1/webhook';
const [TOKEN, STORED, FOREIGN] = ['n', 's', 'f'].map((letter) => letter.repeat(43)) as [string, string, string];

/** A trigger that has stored nothing, and one that was registered with its present settings, or with others. */
const fresh: RequiredRegistration = { url: URL, token: TOKEN, settingsHash: 'now', registration: {}, body: {} };
const stored = (changes: RequiredRegistration['registration'] = {}): RequiredRegistration => ({
	...fresh,
	registration: { webhookId: 'a', webhookUrl: URL, tokenHash: sha256(STORED), settingsHash: 'now', ...changes },
});
const moved = stored({ webhookUrl: FORMER });
const changed = stored({ settingsHash: 'before' });

const withEvent = { ...fresh, body: { events: ['received'] } };

const headers = (token: unknown, name = TOKEN_HEADER) => ({ [name]: token });
const shown = (id: unknown, token: unknown = TOKEN, more: WebhookRecord = {}): WebhookRecord => ({
	id,
	url: URL,
	headers: headers(token),
	isActive: true,
	...more,
});
const hidden = (id: unknown, more: WebhookRecord = {}): WebhookRecord => ({ id, url: URL, isActive: true, ...more });
const at = (url: unknown, id: unknown = 'a', token: unknown = TOKEN) => shown(id, token, { url });

/** The webhooks by their IDs. */
type Expected = Partial<Record<'keep', unknown> & Record<'replace' | 'remove' | 'others', unknown[]>>;

test.each<[string, RequiredRegistration, WebhookRecord[], Expected]>([
	['one with our token stays, although nothing is stored', fresh, [shown('a')], { keep: 'a' }],
	['one whose token is hidden cannot be trusted if nothing is stored', fresh, [hidden('a')], { replace: ['a'] }],
	['one with a foreign token at our URL is replaced', fresh, [shown('a', FOREIGN)], { replace: ['a'] }],
	[
		'one without a required event is replaced',
		withEvent,
		[shown('a', TOKEN, { events: ['sent'] })],
		{ replace: ['a'] },
	],
	['one with the events stays', withEvent, [shown('a', TOKEN, { events: ['SENT', 'Received'] })], { keep: 'a' }],
	['one with all events stays', withEvent, [shown('a', TOKEN, { events: ['*'] })], { keep: 'a' }],
	['an inactive one is replaced', fresh, [shown('a', TOKEN, { isActive: false })], { replace: ['a'] }],
	['the stored one stays after a change of the key', stored(), [shown('a', STORED)], { keep: 'a' }],
	['the stored one stays if its token is hidden', stored(), [hidden('a')], { keep: 'a' }],
	['the stored one is replaced after a change of the settings', changed, [shown('a', STORED)], { replace: ['a'] }],
	['a hidden token is replaced after a change of the settings', changed, [hidden('a')], { replace: ['a'] }],
	['another ID at our URL is ours', stored({ webhookId: 'z' }), [shown('a')], { keep: 'a' }],
	['of two, the one with the smaller ID stays', fresh, [shown('b'), shown('a')], { keep: 'a', remove: ['b'] }],
	['an unusable double is removed', fresh, [shown('a', FOREIGN), shown('b')], { keep: 'b', remove: ['a'] }],
	['unusable ones are all replaced', fresh, [shown('b', FOREIGN), hidden('a')], { replace: ['a', 'b'] }],
	[
		'the name of the header may be in lower case',
		fresh,
		[shown('a', '', { headers: headers(TOKEN, TOKEN_HEADER.toLowerCase()) })],
		{ keep: 'a' },
	],
	['a masked token is a hidden one', stored(), [shown('a', `${STORED.slice(0, 4)}****`)], { keep: 'a' }],
	['without a URL, the stored ID tells ours', stored(), [hidden('a', { url: undefined })], { keep: 'a' }],
	['a masked URL is none', stored(), [hidden('a', { url: '[hidden]' })], { keep: 'a' }],
	['without a URL, another ID is not ours', stored(), [hidden('b', { url: undefined })], {}],
	['the stored ID beside another URL is not ours', stored(), [at('https://else.example/hook')], {}],
	['the former URL with the stored token waits for a new webhook', moved, [at(FORMER, 'a', STORED)], {}],
	[
		'the former URL goes once there is a new one',
		moved,
		[at(FORMER, 'a', STORED), shown('b')],
		{ keep: 'b', remove: ['a'] },
	],
	['the former URL with a foreign token is not ours', moved, [at(FORMER, 'a', FOREIGN), shown('b')], { keep: 'b' }],
	['the former URL of another trigger is not ours', fresh, [at(FORMER, 'a', STORED)], {}],
	[
		'other triggers of this n8n are named, if they are active',
		fresh,
		[
			shown('a'),
			at('https://n8n.example/webhook/hook-2/webhook', 'b', FOREIGN),
			shown('c', FOREIGN, { url: 'https://n8n.example/webhook/hook-3/webhook', isActive: false }),
			at('https://else.example/webhook/hook-1/webhook', 'd', FOREIGN),
		],
		{ keep: 'a', others: ['https://n8n.example/webhook/hook-2/webhook'] },
	],
	[
		'the URL while the user listens is another trigger',
		fresh,
		[at(URL.replace('/webhook/', '/webhook-test/'))],
		{ others: [URL.replace('/webhook/', '/webhook-test/')] },
	],
])('%s', (_what, required, listed, expected) => {
	const { webhookToKeep, webhooksToReplace, webhooksToRemove, otherUrls } = planFor(listed, required);
	const idsOf = (records: WebhookRecord[]) => records.map(({ id }) => id);
	expect({
		keep: webhookToKeep?.id,
		replace: idsOf(webhooksToReplace),
		remove: idsOf(webhooksToRemove),
		others: otherUrls,
	}).toEqual({
		keep: undefined,
		replace: [],
		remove: [],
		others: [],
		...expected,
	});
	// Nothing is in two lists, and nothing that is not the trigger's is touched.
	const touched = [webhookToKeep, ...webhooksToReplace, ...webhooksToRemove].filter((record) => record !== undefined);
	expect(new Set(touched).size).toBe(touched.length);
	expect(touched.filter((record) => !plan.isOurs(record, required))).toEqual([]);
});

test('right after the creation, any webhook at the URL stays, and one of a former URL goes', () => {
	const listed = [at(FORMER, 'a', STORED), hidden('c'), hidden('b')];
	const { webhookToKeep, webhooksToReplace, webhooksToRemove } = planFor(
		listed,
		{ ...moved, settingsHash: 'later' },
		plan.isAtUrl,
	);
	expect([webhookToKeep?.id, webhooksToReplace, webhooksToRemove.map(({ id }) => id)]).toEqual(['b', [], ['a', 'c']]);
});

test.each([
	['the case of the host', 'HTTPS://N8N.Example/webhook/1234/webhook', true],
	['the default port', 'https://n8n.example:443/webhook/1234/webhook', true],
	['trailing slashes', 'https://n8n.example/webhook/1234/webhook//', true],
	['the case of its path', 'https://n8n.example/Webhook/1234/webhook', true],
	['a query', 'https://n8n.example/webhook/1234/webhook?a=1', true],
	['no scheme', 'n8n.example/webhook/1234/webhook', true],
	['its host', 'https://n8n.example.org/webhook/1234/webhook', false],
	['its port', 'https://n8n.example:8443/webhook/1234/webhook', false],
	['its path', 'https://n8n.example/webhook/1235/webhook', false],
	['its end, which is cut', 'https://n8n.example/webho…', false],
	['what it is', 7, false],
])('a URL that differs in %s (%j) is the same: %s', (_what, value, isSame) => {
	expect(plan.hostAndPathOf(value) === plan.hostAndPathOf('https://n8n.example/webhook/1234/webhook')).toBe(isSame);
});

test('a URL with punycode or percent-encoding is the same as one without', () => {
	expect(plan.hostAndPathOf('https://bücher.example/b%c3%bc')).toBe(
		plan.hostAndPathOf('https://xn--bcher-kva.example/bü'),
	);
});
