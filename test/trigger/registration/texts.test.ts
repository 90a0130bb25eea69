import type { INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { until } from '../../run/support/manualLimits';
import { instantClock } from '../../support/instantClock';
import { recordLogs } from '../../support/logs';
import { expectLines } from '../../support/project';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
let logs: Array<[string, { node?: string }?]>;
setUpTrigger((ready) => ({ sandbox, host } = ready), instantClock);

/** Texts for users who publish, start n8n, listen or unpublish. */

type Act = () => Promise<unknown>;
const publish: Act = async () => await host.publish();
const start: Act = async () => await host.publish('init');
const unpublish: Act = async () => await host.unpublish();
const withParameters =
	(parameters: INodeParameters, webhookSecret = ''): Act =>
	async () => {
		host.credentials.webhookSecret = webhookSecret;
		host.parameters = parameters;
		await host.publish();
	};
const filtered = (filters: INodeParameters) => withParameters({ filters });
const withNameOfInstance: Act = async () => {
	const [{ id, name } = { id: '', name: '' }] = sandbox.data.instances;
	await filtered({ instanceIds: [id, name.toUpperCase()] })();
};
const withFault =
	(fault: Partial<Fault>, act = publish): Act =>
	async () => {
		sandbox.addFault({ method: 'GET', path: '/webhooks', kind: 'status', times: Infinity, ...fault });
		await act();
	};
const afterPublishing =
	(act: Act): Act =>
	async () => {
		await host.publish();
		await act();
	};
const listed = (data: unknown): Partial<Fault> => ({ kind: 'raw', status: 200, body: { data } });
const manual = (verification: string) => ({ registration: 'manual', verification });
/** Settings that have been changed since somebody published, at a service that deletes no webhook. */
const changed = (parameters: INodeParameters) =>
	afterPublishing(async () => {
		sandbox.setDialect({ webhookDelete: 405 });
		await withParameters(parameters)();
	});
/** What a user does, and what is wrong then. */
const SITUATIONS: Record<string, Record<string, Act>> = {
	lists: {
		...Object.fromEntries([400, 401, 403, 404, 500, 503].map((status) => [String(status), withFault({ status })])),
		'broken off': withFault({ kind: 'reset' }),
		'too many requests': withFault({ kind: 'rateLimited', retryAfter: 1 }),
		'a page': withFault({ kind: 'html' }),
		'a refusal': withFault({ kind: 'raw', status: 200, body: { success: false, message: 'Not now' } }),
		'also a note': withFault(listed([{ id: 'w1' }, { note: 'x' }, null])),
		'the same page again': withFault({ kind: 'raw', body: { data: [{ id: 'w1' }], hasMore: true } }),
		'403 after the creation': withFault({ skip: 1, status: 403 }),
	},
	settings: {
		'n8n is not public': async () => {
			host.credentials.baseUrl = 'https://service.example/api/v2';
			await host.publish();
		},
		'no secret': withParameters(manual('headerToken')),
		'15 characters': withParameters(manual('headerToken'), 'fifteen letters'),
		'HMAC, a short secret': withParameters(manual('hmac'), 'x'),
		'a name': filtered({ ignoreChatIds: '7@lid, Maria' }),
		'a name with a number': filtered({ chatIds: '+55 11 98765-4321, Team 2' }),
		'manual, a name': withParameters(
			{ ...manual('headerToken'), filters: { ignoreChatIds: 'Maria' } },
			'16 random letter',
		),
		'a name of an instance': withNameOfInstance,
		'a name of an instance, their list 403': withFault({ path: '/instances', status: 403 }, withNameOfInstance),
	},
	webhooks: {
		'creation 422': withFault({ method: 'POST', status: 422 }),
		'creation 500, then the list 500': async () => {
			sandbox.addFault({ method: 'POST', path: '/webhooks', kind: 'status', status: 500 });
			await withFault({ skip: 1, status: 500 })();
		},
		'the former one has no ID': async () => await withFault(listed([{ url: host.url(), isActive: false }]))(),
		'the former one has neither an ID nor a URL': withFault(listed([{ url: '[hidden]', isActive: false }])),
		'the former one has other events': changed({ events: ['another.event'] }),
		'two others': async () => {
			for (const workflowId of ['second', 'third'])
				await Object.assign(host.copy(), { workflowId, staticData: {} }).publish();
			logs.length = 0;
			await host.publish();
			await (
				await host.listen()
			)();
			for (const mode of ['init', 'leadershipChange'] as const) await host.publish(mode);
		},
		'at a start: list 403': afterPublishing(withFault({ status: 403 }, start)),
		'at the end: list 403': afterPublishing(withFault({ status: 403 }, unpublish)),
		'at the end: deletion 403': afterPublishing(withFault({ method: 'DELETE', path: '^/', status: 403 }, unpublish)),
		'at the end: no credentials': afterPublishing(async () => {
			host.hasCredential = false;
			await host.unpublish();
		}),
		'at the end: never published': async () => {
			host.hasCredential = false;
			await host.unpublish();
		},
		'test event 404': async () => {
			host.parameters = { options: { sendTestEvent: true } };
			sandbox.addFault({ path: '/test$', kind: 'status', status: 404 });
			await host.listen();
			await until(() => logs.length > 0);
		},
	},
};

test.each(Object.entries(SITUATIONS))(
	'a user reads in the editor and in the log what happened and what to do: %s',
	async (group, situations) => {
		const lines: string[] = [];
		const initial = { ...host.credentials };
		for (const [what, act] of Object.entries(situations)) {
			sandbox.reset();
			sandbox.setDialect('documented');
			Object.assign(host, { parameters: {}, staticData: {}, hasCredential: true });
			Object.assign(host.credentials, { webhookSecret: '', ...initial });
			logs = recordLogs() as typeof logs;
			const error = (await act().catch((each: unknown) => each)) as Error | undefined;
			const told = logs.filter(([, about]) => about?.node === 'Trigger').map(([text]) => text);
			if (error) expect(error).toMatchObject({ message: told.at(-1), description: '' });
			const publicly = (text: string) =>
				text.replaceAll(host.origin, 'https://n8n').replaceAll(host.workflowId, 'first');
			lines.push(...told.map((text) => `${what}: ${publicly(text)}`));
		}
		expectLines(`trigger/registration/texts/${group}.txt`, lines);
	},
);
