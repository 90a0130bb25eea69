import { startSandbox, type Dialect, type DialectName, type Sandbox } from '../../sandbox';
import { dialectOf, dialects } from '../../sandbox/settings/dialects';
import { defaultName } from '../../probe/names/fieldNames';
import { expectNothingPersonal } from './support/privacy';
import { useInstantClock } from '../engine/support/instantClock';
import { ownNumber, probe } from './support/probe';

useInstantClock();

type Probed = Awaited<ReturnType<typeof probe>>;

/** A name that the probe proved, or the default that the service accepted. */
const nameOf =
	(key: string) =>
	({ names, likely }: Probed) =>
		names[key] ?? (likely[key] === defaultName(key) ? likely[key] : undefined);

/** How each setting of a dialect is read from what the probe found. */
const found: Partial<Record<keyof Dialect, (probed: Probed, dialect: Dialect) => unknown>> = {
	lists: ({ facts }) => listsOf(facts),
	records: ({ facts }) => facts.records,
	confirmation: ({ facts }) => confirmationOf(facts.confirmation),
	downloads: ({ facts }) => {
		expect(facts.audioDownload).toBe(facts.videoDownload);
		return facts.videoDownload;
	},
	qrcode: ({ facts }) => facts.qrcode,
	createdStatus: ({ facts }) => facts.createdStatus,
	chatParameter: nameOf('query.chat'),
	pageSizeParameter: nameOf('query.pageSize'),
	// A bare list has no room for a cursor.
	cursorParameter: ({ names }, { lists }) => (lists === 'bare' ? 'cursor' : names['query.cursor']),
	instanceParameter: nameOf('query.instance'),
	downloadParameter: nameOf('query.messageId'),
	chatsPaging: ({ facts }) => facts.chatsPaging,
	webhookId: ({ facts }) => facts.webhookId,
	webhookDelete: ({ facts }) => facts.webhookDelete,
	webhookSecretsReadable: ({ facts }) => facts.webhookSecretsReadable,
	rateLimitHeaders: ({ facts }) => facts.rateLimitHeaders,
	recipientField: nameOf('message.recipient'),
	textField: nameOf('message.text'),
	mediaUrlField: nameOf('message.mediaUrl'),
	captionField: nameOf('message.caption'),
	replyToField: nameOf('message.quotedMessageId'),
	mediaDataField: nameOf('message.mediaData'),
	mediaDataFormat: nameOf('message.mediaDataFormat'),
	fileNameField: nameOf('message.fileName'),
	mimeTypeField: nameOf('message.mimeType'),
	instanceField: nameOf('message.instance'),
	recipientSuffix: nameOf('message.recipientSuffix'),
	typeField: nameOf('message.type'),
};

/** Settings that the probe cannot find, and why. */
const unfindable: Partial<Record<keyof Dialect, string>> = {
	ephemeralField: 'it would change a group, and no documented response shows the lifetime',
	events: 'it needs a public URL that receives deliveries',
	signature: 'it needs a public URL that receives deliveries',
	deliveryIdHeader: 'it needs a public URL that receives deliveries',
	deliveryCopies: 'it needs a public URL that receives deliveries',
	retryDelaysMs: 'it needs a public URL that receives deliveries',
	retryAfterInBody: 'it would have to exceed the rate limit',
	retryAfterHeader: 'it would have to exceed the rate limit',
	contentField: 'the probe finds the fields in it',
	typeNames: 'it finds those of the messages that it sends or reads',
	unknownContent: 'a message with unknown content would arrive where it is not refused',
};

function listsOf({ shapes, messageShape, isBareArray }: Record<string, unknown>): Dialect['lists'] {
	const { '/webhooks': webhooks } = shapes as Record<string, Dialect['lists']>;
	if (isBareArray === true) return 'bare';
	return String(messageShape).includes('messages: array') ? 'asDocumented' : webhooks!;
}

function confirmationOf(confirmation: unknown): Dialect['confirmation'] | undefined {
	const { status, shape } = confirmation as { status: number; shape: string };
	if (status === 204) return '204';
	if (shape === 'empty') return 'emptyText';
	if (shape === '`{success: boolean}`') return 'success';
	return shape === '`{message: string}`' ? 'message' : undefined;
}

test('every setting of a dialect is either found, or listed with the reason why it cannot be', () => {
	const names = [...Object.keys(found), ...Object.keys(unfindable)].sort();
	expect(names).toEqual(Object.keys(dialectOf()).sort());
});

async function withSandbox(dialect: DialectName | Partial<Dialect>, run: (sandbox: Sandbox) => Promise<void>) {
	const sandbox = await startSandbox({ dialect });
	try {
		await run(sandbox);
	} finally {
		await sandbox.close();
	}
}

function expectAllFound(probed: Probed, dialect: Dialect): void {
	const expected = Object.keys(found).map((name) => [name, dialect[name as keyof Dialect]]);
	const actual = Object.entries(found).map(([name, read]) => [name, read(probed, dialect)]);
	expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
}

/** In these, the probe finds no name of the body, since it uses the documented ones of the instance and the type. */
const otherBodies = ['flatBody', 'nestedBody'];
const names = Object.keys(dialects) as DialectName[];

test.each(names)(
	'the probe finds the settings of the dialect %s, reports no data, and leaves only its messages and what cannot be deleted',
	async (name) => {
		await withSandbox(name, async (sandbox) => {
			const dialect = dialectOf(name);
			const before = structuredClone(sandbox.data);
			const probed = await probe(sandbox.baseUrl, { apiKey: sandbox.keys.test });
			expectNothingPersonal(probed.report, sandbox);
			if (otherBodies.includes(name)) return;
			expectAllFound(probed, dialect);

			expect(probed.facts).toMatchObject({
				messagesPaging: dialect.lists === 'bare' ? 'page' : 'cursor',
				timestampUnit: 'seconds',
			});
			expect(probed.facts.resetUnit).toBe(dialect.rateLimitHeaders ? 'seconds since 1970' : undefined);

			const sent = sandbox.data.messages.slice(before.messages.length);
			expect(sent.map(({ remoteJid }) => remoteJid)).toEqual(Array(4).fill(`${ownNumber}@s.whatsapp.net`));
			expect(sandbox.data.instances).toEqual(before.instances);
			const created = sandbox.data.webhooks.slice(before.webhooks.length);
			expect(created.length).toBe(dialect.webhookDelete === 'works' ? 0 : 1);
			expect(created.filter(({ isActive }) => isActive)).toEqual([]);
			expect(probed.remains.length).toBe(created.length);
		});
	},
);

test('the probe finds names that are not the defaults, and names the settings that follow', async () => {
	const dialect: Partial<Dialect> = {
		chatParameter: 'jid',
		pageSizeParameter: 'perPage',
		instanceParameter: 'instance',
		downloadParameter: 'id',
		recipientField: 'number',
		textField: 'body',
	};
	await withSandbox({ ...dialect, unknownContent: 'refused' }, async (sandbox) => {
		const probed = await probe(sandbox.baseUrl, { apiKey: sandbox.keys.test });
		expect(JSON.parse(/```json\n([^`]*)```/.exec(probed.report)![1]!)).toEqual({
			message: { recipient: 'number', text: 'body' },
			query: { chat: 'jid', pageSize: 'perPage', instance: 'instance', messageId: 'id' },
		});
	});
});

test.each([404, 405, 501] as const)(
	'where webhooks cannot be deleted (%s), the report says which one remains',
	async (webhookDelete) => {
		await withSandbox({ webhookDelete }, async (sandbox) => {
			const { report, facts } = await probe(sandbox.baseUrl, { apiKey: sandbox.keys.test, sendTo: '' });
			expect(facts.webhookDelete).toBe(webhookDelete);
			expect(report).toContain('An inactive webhook with the URL https://example.com/n8n-probe-markoftest.');
		});
	},
);
