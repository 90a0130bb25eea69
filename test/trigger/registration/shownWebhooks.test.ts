import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { recordLogs, serialize } from '../../support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { type Pages, usePages } from '../support/pages';
import type { Webhook } from '../../../tools/sandbox/types/records';

const TOKEN = 'X-Messaging-Integration-Token';

/** A service may spell a URL in its own way, not list every webhook, or answer with something that is no list. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);
const parts = () => ({ sandbox, host });

/** Our webhooks, however the service spells their URL. */
const ours = () => sandbox.data.webhooks.filter(({ url }) => url.includes('hook-workflow'));

type Show = (webhook: Webhook) => object;
const token =
	(show: (value: string) => unknown): Show =>
	({ headers: { [TOKEN]: value = '' } }) => ({ headers: { [TOKEN]: show(value) } });
const events =
	(show: (name: string) => unknown): Show =>
	(webhook) => ({ events: webhook.events.map(show) });
const url =
	(show: (value: string) => unknown): Show =>
	(webhook) => ({ url: show(webhook.url) });

/** How a service may show a webhook. */
const shown: Array<[string, Show]> = [
	['its URL in upper case', url((value) => value.toUpperCase())],
	['its URL with a query', url((value) => `${value}?source=api`)],
	['its URL without a scheme', url((value) => value.replace('http://', ''))],
	['its URL with a slash at the end', url((value) => `${value}/`)],
	['no URL', url(() => undefined)],
	['events in upper case', events((name) => name.toUpperCase().replace('.', '_'))],
	['one more event', (webhook) => ({ events: [...webhook.events, 'system'] })],
	['events as objects', events((name) => ({ name, isActive: true }))],
	['events under other names', events((name) => `v2:${name}`)],
	['no events', () => ({ events: undefined })],
	['the start of the token', token((value) => `${value.slice(0, 4)}****`)],
	['a note before the token', token((value) => `secret:${value}`)],
	['a note behind the token', token((value) => `${value}:secret`)],
	['no headers', () => ({ headers: undefined })],
	['headers in lower case', ({ headers }) => ({ headers: { accept: '*/*', [TOKEN.toLowerCase()]: headers[TOKEN] } })],
];

describe.each(shown)('A service that shows %s', (_what, show) => {
	let pages: Pages;
	usePages(parts, (started) => (pages = started));
	beforeEach(() => {
		pages.list = (webhooks) => webhooks.map((webhook) => ({ ...webhook, ...show(webhook) }));
		host.parameters = { events: ['message', 'message.edited'] };
	});

	test.each(['works', 405, 404] as const)(
		'has one webhook after two restarts and while it is published again, and keeps others, if DELETE is %s',
		async (webhookDelete) => {
			sandbox.setDialect({ webhookDelete });
			const others = [...sandbox.data.webhooks];
			await host.publish();
			const [first] = ours();
			await host.publish('init');
			await host.publish('init');
			expect(ours()).toEqual([first]);
			await host.unpublish();
			expect(ours()).toHaveLength(webhookDelete === 'works' ? 0 : 1);
			await host.publish();
			await host.publish();
			expect(sandbox.data.webhooks).toEqual([...others, ...ours().slice(0, 1)]);
			await sandbox.playIncoming({ text: 'Hi' });
			await sandbox.settle();
			expect(host.runs).toHaveLength(1);
		},
	);
});

test('a webhook with the token of somebody else is replaced when n8n starts', async () => {
	await host.publish();
	const [{ id, headers }] = ours() as [Webhook];
	headers[TOKEN] = 'A'.repeat(43);
	await host.publish('init');
	expect(ours().map((webhook) => webhook.id)).toEqual([expect.not.stringMatching(id)]);
});

describe('A service whose list cannot be read', () => {
	let pages: Pages;
	usePages(parts, (started) => (pages = started));

	const unreadable: Array<[string, unknown]> = [
		['a web page', '<html>Service is in maintenance</html>'],
		['a status', { status: 'starting' }],
		['a refusal', { success: false, message: 'Service is in maintenance' }],
		['no data', { data: null }],
	];

	test.each(unreadable)('(%s) gets none at the first publishing', async (_what, body) => {
		pages.list = () => body;
		await expect(host.publish()).rejects.toThrow();
		expect(ours()).toEqual([]);
	});

	test.each(unreadable)(
		'(%s) gets no second webhook at a restart, keeps it when unpublishing, and the next unpublishing deletes it',
		async (_what, body) => {
			await host.publish();
			const before = { ...host.staticData };
			pages.list = () => body;
			await host.publish('init');
			await expect(host.publish()).rejects.toThrow();
			const logs = recordLogs();
			await host.unpublish();
			expect(ours()).toHaveLength(1);
			expect(host.staticData).toEqual(before);
			expect(serialize(logs)).toContain(`Could not delete the webhook for ${host.url()}: `);
			pages.list = undefined;
			await host.unpublish();
			expect(ours()).toEqual([]);
		},
	);
});
