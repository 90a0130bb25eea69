import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import { fieldNamesOf } from '../../../probe/names/fieldNames';
import { startReceiver } from '../../../probe/question/receiver';
import { useInstantClock } from '../../engine/support/instantClock';
import { ownNumber, probe } from '../support/probe';
import { InventedService } from './service';
import { bodyParts, errorStyles, inventSpec, queryParts, type Spec, typeNames } from './spec';

useInstantClock();

/** All names of a service that the probe may find, by their key in Field Names. */
function truthOf({ body, query, types, needsSuffix, suffix }: Spec): Record<string, string> {
	const entries = [
		...bodyParts.map((part) => [`message.${part}`, body[part]]),
		...queryParts.map((part) => [`query.${part}`, query[part]]),
		...typeNames.map((type) => [`message.types.${type}`, types[type]]),
		['message.recipientSuffix', needsSuffix ? suffix : ''],
	];
	return Object.fromEntries(entries) as Record<string, string>;
}

async function probeService(spec: Spec, choices: Parameters<typeof probe>[1] = {}) {
	const service = new InventedService(spec);
	const delivered: Array<Promise<unknown>> = [];
	service.deliver = (url, headers, body) =>
		void delivered.push(axios.post(url, body, { headers, proxy: false }).catch(() => undefined));
	const server = createServer((req, res) => void service.respond(req, res));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const probed = await probe(`http://127.0.0.1:${port}/api/v2`, { write: false, ...choices });
	await Promise.all(delivered);
	server.closeAllConnections();
	server.close();
	const truth = truthOf(spec);
	const wrong = Object.entries(probed.names).filter(([key, name]) => key in truth && name !== truth[key]);
	const found = Object.keys(truth).filter((key) => probed.names[key] === truth[key]);
	return { ...probed, service, wrong, found, truth };
}

const seeds = (count: number) => Array.from({ length: process.env.FULL ? count * 20 : count }, (_, n) => n + 1);

describe('a service with invented names', () => {
	test.each(errorStyles)(
		'that says what is wrong in the style %s shows at least nine of ten names, and none that is wrong',
		async (errors) => {
			const fewer: number[] = [];
			for (const seed of seeds(errors === 'varied' ? 6 : 2)) {
				const spec = inventSpec(seed + errorStyles.indexOf(errors) * 1_000, { isStrict: true, errors });
				const { wrong, found, truth, service, names } = await probeService(spec);
				expect({ seed, wrong }).toEqual({ seed, wrong: [] });
				expect(() => parseFieldNames(fieldNamesOf(names))).not.toThrow();
				expect(service.recipients.length).toBeLessThan(7);
				for (const each of service.recipients) expect(each).toBe(`${ownNumber}${spec.suffix}`);
				if (found.length < 0.9 * Object.keys(truth).length) fewer.push(seed);
				else expect(service.recipients).not.toEqual([]);
			}
			// Some combinations of wordings are ambiguous; none in the first services.
			expect(fewer.length).toBeLessThanOrEqual(process.env.FULL ? 2 : 0);
		},
	);

	test.each(seeds(3))(
		'that ignores what it does not know and says nothing shows the names of its messages (%d)',
		async (seed) => {
			const spec = inventSpec(seed, { isStrict: false, recordsLikeBody: true });
			const { wrong, found } = await probeService(spec);
			expect(wrong).toEqual([]);
			expect(found).toEqual(
				expect.arrayContaining([
					'query.chat',
					'message.recipient',
					'message.text',
					'message.caption',
					'message.mediaUrl',
					'message.quotedMessageId',
				]),
			);
		},
	);

	test.each(seeds(2))(
		'that says nothing, and whose messages have other names than it takes, shows no wrong name (%d)',
		async (seed) => {
			const spec = inventSpec(seed, { isStrict: false, recordsLikeBody: false });
			const { wrong, service } = await probeService(spec);
			expect(wrong).toEqual([]);
			expect(service.recipients.length).toBeLessThan(7);
		},
	);
});

test.each(seeds(2))(
	'a type that a data URI has proves no name, nor does a name that is not kept (%d)',
	async (seed) => {
		const spec = inventSpec(seed, { isStrict: true, errors: 'plain', ignoresFile: true });
		const { names, likely } = await probeService(spec);
		expect(names).toMatchObject({ 'message.mediaData': spec.body.mediaData, 'message.mediaDataFormat': 'dataUri' });
		for (const key of ['message.mimeType', 'message.fileName'])
			expect({ ...likely, ...names }).not.toHaveProperty([key]);
	},
);

test.each(seeds(4))(
	'the event of an own message shows its names, wherever it is, and the webhook is deleted (%d)',
	async (seed) => {
		const spec = inventSpec(seed, { isStrict: true, errors: 'plain', onlyFirst: false });
		const receiver = await startReceiver('http://127.0.0.1:1/', 0);
		receiver.url = `http://127.0.0.1:${receiver.port}/`;
		const { names, likely, answered, service, report, remains } = await probeService(spec, { write: true, receiver });
		receiver.stop();
		expect(answered).toContain('6-payload');
		expect({ remains, webhooks: service.webhooks }).toEqual({ remains: [], webhooks: [] });
		const { chat, text, id, instance, type } = spec.event;
		const isUsual = chat === 'remote_jid';
		const all = { ...likely, ...names };
		expect({
			chat: all['event.chat'],
			text: all['event.text'],
			id: all['event.id'],
			instance: all['event.instance'],
			type: all['event.type'],
		}).toEqual(isUsual ? {} : { chat, text, id, instance, type });
		// With the names, the trigger finds the place by itself.
		expect(all['event.message']).toBeUndefined();
		// With the names of the others only, a workflow that replies would answer itself.
		const offered = Object.keys(names).filter((name) => name.startsWith('event.'));
		expect(offered.length === 0 || offered.includes('event.fromMe')).toBe(true);
		for (const { id: own, parts } of service.messages)
			for (const value of [own, parts.text ?? own]) expect(report).not.toContain(value);
	},
);

test.each(seeds(2))(
	'text, ID, chat and instance of an event are proved by their values, also if other messages are never found (%d)',
	async (seed) => {
		const { event } = inventSpec(seed + 1);
		const names = { chat: 'adres.wert', text: 'wort', id: 'merk', instance: 'linje', fromMe: 'direction' };
		const spec = inventSpec(seed, {
			...{
				isStrict: true,
				errors: 'plain',
				onlyFirst: false,
				confirms: seed % 2 === 0 ? 'nothing' : 'id',
				losesOthers: true,
			},
			event: { ...event, ...names },
		});
		const receiver = await startReceiver('http://127.0.0.1:1/', 0);
		receiver.url = `http://127.0.0.1:${receiver.port}/`;
		const probed = await probeService(spec, { write: true, receiver });
		receiver.stop();
		expect(probed.sentCount).toBe(6);
		const { chat, text, id, instance } = names;
		expect(probed.names).toMatchObject({
			...{ 'event.chat': chat, 'event.text': text, 'event.id': id, 'event.instance': instance },
		});
	},
);

test('a delivery without the token of the webhook is refused, and no event', async () => {
	const receiver = await startReceiver('http://127.0.0.1:1/', 0);
	const send = async (headers: Record<string, string>, body: string) =>
		(
			await axios.post(`http://127.0.0.1:${receiver.port}/`, Buffer.from(body), {
				headers: { 'content-type': 'application/json', ...headers },
				proxy: false,
				validateStatus: () => true,
			})
		).status;
	expect(await send({}, '{}')).toBe(401);
	expect(await send({ 'x-probe-token': 'guess' }, '{}')).toBe(401);
	expect(await send(receiver.headers, '{broken')).toBe(400);
	expect(await send(receiver.headers, '{"a":1}')).toBe(200);
	expect(receiver.deliveries).toEqual([{ a: 1 }]);
	receiver.stop();
});
