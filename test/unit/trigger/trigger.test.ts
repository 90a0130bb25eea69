import { createHmac } from 'node:crypto';
import {
	DeliveryDeduplicator,
	deduplicatorFor,
} from '../../../nodes/MessagingIntegrationTrigger/delivery/deduplicator';
import {
	itemJson,
	passesFilters,
	readPayload,
} from '../../../nodes/MessagingIntegrationTrigger/delivery/events';
import { deduplicationKey } from '../../../nodes/MessagingIntegrationTrigger/delivery/identity';
import {
	checkSignature,
	type HmacSettings,
} from '../../../nodes/MessagingIntegrationTrigger/verification/signature';
import { systemClock } from '../../../nodes/transport/clock';
import { SimulatedClock } from '../../simulation/support/simulatedClock';
import {
	checkToken,
	deriveFromKey,
	sha256,
	fingerprintSecret,
	TOKEN_HEADER,
} from '../../../nodes/MessagingIntegrationTrigger/verification/verification';

const raw = Buffer.from('{"a":1}');

describe('token', () => {
	const url = 'https://n8n.example/webhook/1234/webhook';

	test('is derived only from the key and the end of the URL', () => {
		const token = deriveFromKey('token', 'key', url);
		expect(token).toMatch(/^[\w-]{43}$/);
		expect(token).toBe(
			createHmac('sha256', 'key').update('webhook token\n1234/webhook').digest('base64url'),
		);
		expect(deriveFromKey('token', 'key', 'http://other/webhook-test/1234/webhook')).toBe(token);
		expect(deriveFromKey('token', 'key2', url)).not.toBe(token);
		expect(deriveFromKey('token', 'key', 'https://n8n.example/webhook/1235/webhook')).not.toBe(
			token,
		);
	});

	test('is stored only as its SHA-256, in base64', () => {
		expect(sha256('token')).toBe('PEaenWxYddN6Q/NT1PiOYfz4EsZu7jRXRlpAsNpBU+A=');
	});

	test('the fingerprint of a secret depends on the secret and the key', () => {
		const fingerprint = createHmac('sha256', 'key')
			.update('fingerprint of a webhook secret\nsecret')
			.digest('base64');
		expect(fingerprintSecret('key', 'secret')).toBe(fingerprint);
		expect(fingerprintSecret('key', 'secret2')).not.toBe(fingerprint);
		expect(fingerprintSecret('key2', 'secret')).not.toBe(fingerprint);
	});

	test('a derived secret is not the token', () => {
		expect(deriveFromKey('secret', 'key', url)).toBe(
			createHmac('sha256', 'key').update('webhook secret\n1234/webhook').digest('base64url'),
		);
	});

	const check = (value: string | string[] | undefined, tokens = ['one', 'two']) =>
		checkToken({ 'x-messaging-integration-token': value }, tokens.map(sha256)) === undefined;

	test('any known token is accepted', () =>
		expect([check('one'), check('two')]).toEqual([true, true]));
	test.each([[undefined], [''], ['three'], ['one, two'], ['ONE'], [['one']], [['one', 'one']]])(
		'%j is rejected',
		(value) => expect(check(value)).toBe(false),
	);
	test('an empty token is rejected, even if it is known', () => {
		expect(check('', [''])).toBe(false);
		expect(check('x', [''])).toBe(false);
		expect(check('one', [])).toBe(false);
		expect(check('one', ['', 'one'])).toBe(true);
	});
	test('the header is the registered one', () =>
		expect(TOKEN_HEADER).toBe('X-Messaging-Integration-Token'));
});

describe('HMAC', () => {
	const settings: HmacSettings = {
		headerName: 'X-Sign',
		algorithm: 'sha256',
		encoding: 'hex',
		prefix: 'v=',
		secret: 's',
		signedContent: 'body',
		timestampHeader: 'X-Time',
		idHeader: 'X-Id',
		toleranceMs: 300_000,
	};
	const check = (
		value: string | string[] | undefined,
		change: Partial<HmacSettings> = {},
		body = raw,
	) => checkSignature({ 'x-sign': value }, body, { ...settings, ...change }, 0) === undefined;
	const sign = (algorithm = 'sha256', encoding: 'hex' | 'base64' = 'hex', secret = 's') =>
		createHmac(algorithm, secret).update(raw).digest(encoding);

	test.each(['sha1', 'sha256', 'sha512'] as const)(
		'accepts %s in either encoding, with or without a prefix',
		(algorithm) => {
			expect(check(`v=${sign(algorithm)}`, { algorithm })).toBe(true);
			expect(check(`v=${sign(algorithm, 'base64')}`, { algorithm, encoding: 'base64' })).toBe(true);
			expect(check(sign(algorithm), { algorithm, prefix: '' })).toBe(true);
		},
	);
	test('accepts hexadecimal in either case, but base64 only in the right case', () => {
		expect(check(`v=${sign().toUpperCase()}`)).toBe(true);
		expect(check(`v=${sign('sha256', 'base64').toLowerCase()}`, { encoding: 'base64' })).toBe(
			false,
		);
	});
	test.each(['v=', 'v1,', 'v1, ', 'sig ', '(v+)', ''])(
		'accepts one matching signature of several with the prefix "%s", separated by spaces or commas',
		(prefix) => {
			const [right, wrong] = [`${prefix}${sign()}`, `${prefix}${sign('sha256', 'hex', 'other')}`];
			for (const separator of [',', ' ', ', ']) {
				expect(check([right, wrong].join(separator), { prefix })).toBe(true);
				expect(check([wrong, right].join(separator), { prefix })).toBe(true);
				expect(check([right, right].join(separator), { prefix })).toBe(true);
				expect(check([wrong, wrong].join(separator), { prefix })).toBe(false);
			}
			expect(check(`x${right}`, { prefix })).toBe(false);
		},
	);
	test('rejects wrong or missing values', () => {
		expect(check(undefined)).toBe(false);
		expect(check('')).toBe(false);
		expect(check([`v=${sign()}`])).toBe(false);
		expect(check(sign())).toBe(false);
		expect(check(`w=${sign()}`)).toBe(false);
		expect(check(`v=${sign()}0`)).toBe(false);
		expect(check(`v=${sign()}`, {}, Buffer.from('{"a":2}'))).toBe(false);
		expect(check(`v=${sign('sha256', 'hex', 'other')}`)).toBe(false);
		expect(check(`v=${createHmac('sha256', '').update(raw).digest('hex')}`, { secret: '' })).toBe(
			false,
		);
	});
});

describe('payload', () => {
	const read = (text: string | Buffer) => readPayload(Buffer.from(text as string));
	const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

	test.each([
		['', [{}]],
		['{"a":1}', [{ a: 1 }]],
		['[1,{"b":2}]', [1, { b: 2 }]],
		['[]', []],
		['"text"', ['text']],
		['null', [null]],
		[' 5 ', [5]],
	])('%j is read as events', (text, events) => expect(read(text)).toEqual({ events }));

	test.each(['{"a":', 'text', ' '])('%j remains bytes', (text) =>
		expect(read(text)).toEqual({ bytes: Buffer.from(text) }),
	);

	test('bytes that are not valid UTF-8 are unchanged', () => {
		const bytes = Buffer.from([0x22, 0xff, 0x22]);
		expect(read(bytes)).toEqual({ bytes });
	});

	test('is parsed up to 500 levels deep; deeper bodies remain bytes', () => {
		expect(read(nested(500))).toHaveProperty('events');
		expect(read(nested(501))).toHaveProperty('bytes');
		expect(read(`{"a":${'{"b":'.repeat(500)}1${'}'.repeat(500)}}`)).toHaveProperty('bytes');
		// Side by side is not deep, and neither are brackets in texts, escaped quotes included.
		expect(read(`[${Array(600).fill('[{}]').join()}]`)).toHaveProperty('events');
		expect(read(JSON.stringify(['['.repeat(600)]))).toHaveProperty('events');
		expect(read(JSON.stringify([`"${'{'.repeat(600)}`]))).toHaveProperty('events');
		expect(read(JSON.stringify(['\\', JSON.parse(nested(499))]))).toHaveProperty('events');
		expect(read(`["\\\\",${nested(500)}]`)).toHaveProperty('bytes');
		expect(read(`["\\"",${nested(500)}]`)).toHaveProperty('bytes');
	});
});

describe('filters', () => {
	const own = { ignoreOwnMessages: true, instanceIds: [] };
	const some = { ignoreOwnMessages: false, instanceIds: ['i1', '2'] };

	test.each([
		[{ fromMe: true }, false],
		[{ fromMe: false }, true],
		[{ fromMe: 'true' }, true],
		[{}, true],
		[{ data: { fromMe: true } }, false],
		[{ fromMe: false, data: { fromMe: true } }, true],
		[{ a: { b: { fromMe: true } } }, true],
		['text', true],
		[null, true],
		[[{ fromMe: true }], false],
		[{ a: null, b: [1], data: { fromMe: true } }, false],
	])('own messages: %j passes: %s', (event, verdict) => {
		expect(passesFilters(event, own)).toBe(verdict);
		expect(passesFilters(event, { ...own, ignoreOwnMessages: false })).toBe(true);
	});

	test.each([
		[{ instanceId: 'i1' }, true],
		[{ instanceId: 2 }, true],
		[{ instanceId: 'i3' }, false],
		[{}, true],
		[{ data: { instanceId: 'i3' } }, false],
		[{ data: { instanceId: 'i1' } }, true],
		[{ instanceId: null }, true],
		[{ fromMe: true, instanceId: 'i1' }, true],
		[Object.create({ instanceId: 'i3' }), true],
	])('instances: %j passes: %s', (event, verdict) => {
		expect(passesFilters(event, some)).toBe(verdict);
		expect(passesFilters(event, { ...some, instanceIds: [] })).toBe(true);
	});
});

describe('identity', () => {
	const same = (headers: Record<string, string>, text: string, path = '') =>
		deduplicationKey(headers, Buffer.from(text), readPayload(Buffer.from(text)), path);
	const names = [
		'x-delivery-id',
		'x-webhook-delivery-id',
		'x-event-id',
		'idempotency-key',
		'x-idempotency-key',
	];

	test.each(names)('%s distinguishes equal bytes, and never matches different ones', (name) => {
		expect(same({ [name]: '1' }, '{"e":1}')).toBe(same({ [name]: '1' }, '{"e":1}'));
		expect(same({ [name]: '1' }, 'a')).not.toBe(same({ [name]: '2' }, 'a'));
		expect(same({ [name]: '1' }, 'a')).not.toBe(same({ [name]: '1' }, 'b'));
		expect(same({ [name]: '1' }, '{"e":1}')).not.toBe(same({ [name]: '1' }, '{"e":2}'));
		expect(same({ [name]: '' }, 'a')).toBe(same({}, 'a'));
	});
	test("the user's field takes precedence over any header", () => {
		for (const name of names) {
			expect(same({ [name]: '1' }, '{"e":1}', 'e')).toBe(
				same({ [name]: '2' }, '{"e":1,"x":1}', 'e'),
			);
			expect(same({ [name]: '1' }, '{"e":1}', 'e')).not.toBe(same({ [name]: '1' }, '{"e":2}', 'e'));
		}
	});
	test.each([
		['{"id":12345678901234567890}', '{"id":12345678901234567891}'],
		['{"id":1}', '[{"id":1}]'],
		['{"event":"login.failed","attempts":1}', '{"event":"login.failed","attempts":2}'],
	])('the same ID with the bodies %s and %s identifies two deliveries', (one, other) => {
		const id = { 'x-delivery-id': '1' };
		expect(same(id, one)).not.toBe(same(id, other));
	});
	test('x-webhook-id does not count, webhook-id counts with webhook-timestamp, and so does any signed header', () => {
		const differ = (name: string, more = {}, signed?: string) => {
			const payload = readPayload(raw);
			const [one, two] = ['1', '2'].map((id) =>
				deduplicationKey({ [name]: id, ...more }, raw, payload, '', signed),
			);
			return one !== two;
		};
		expect([
			differ('x-webhook-id'),
			differ('webhook-id'),
			differ('webhook-id', { 'webhook-timestamp': '1' }),
		]).toEqual([false, false, true]);
		expect([differ('x-mine'), differ('x-mine', {}, 'X-Mine')]).toEqual([false, true]);
	});
	test('the same value in two headers is two IDs', () =>
		expect(new Set(names.map((name) => same({ [name]: '1' }, 'a'))).size).toBe(names.length));
	test('a repeated header does not count', () =>
		expect(deduplicationKey({ 'x-delivery-id': ['1', '2'] }, raw, readPayload(raw), '')).toBe(
			same({}, raw.toString()),
		));
	test.each(['""', 'null', '12345678901234567890'])(
		'the value %s of the field is not an ID',
		(value) => {
			expect(same({}, `{"e":${value},"x":1}`, 'e')).not.toBe(same({}, `{"e":${value},"x":2}`, 'e'));
		},
	);
	test('other headers do not count', () =>
		expect(same({ 'x-other': '1' }, 'a')).toBe(same({ 'x-other': '2' }, 'a')));

	test.each([
		['e', '{"e":1,"x":1}', '{"e":1,"x":2}', true],
		['e', '{"e":1}', '{"e":2}', false],
		['d.e', '{"d":{"e":1},"x":1}', '{"d":{"e":1},"x":2}', true],
		['d.0.e', '{"d":[{"e":1}],"x":1}', '{"d":[{"e":1}],"x":2}', true],
		['d.1.e', '{"d":[{"e":1}],"x":1}', '{"d":[{"e":1}],"x":2}', false],
		['e', '[{"e":1},{"e":2}]', '[{"e":1,"x":1},{"e":2}]', true],
		['e', '[{"e":1},{"x":1}]', '[{"e":1},{"x":2}]', false],
		['e', '{"e":null,"x":1}', '{"e":null,"x":2}', false],
		['e', '{"x":1}', '{"x":2}', false],
		['e', '[]', '[ ]', false],
		['constructor', '{"x":1}', '{"x":2}', false],
		['', '{"":1,"x":1}', '{"":1,"x":2}', false],
		['e', 'text e', 'text f', false],
		['d.e', '{"d":"text","x":1}', '{"d":"text","x":2}', false],
	])('with the field "%s", %s and %s are duplicates: %s', (path, one, other, verdict) => {
		expect(same({}, one, path) === same({}, other, path)).toBe(verdict);
		expect(same({}, one, path)).toBe(same({}, one, path));
	});

	test('the same value in different fields, or without a field, gives different identities', () => {
		const all = [
			same({}, '{"e":1,"f":1}', 'e'),
			same({}, '{"e":1,"f":1}', 'f'),
			same({}, '{"e":1,"f":1}'),
		];
		expect(new Set(all).size).toBe(3);
		expect(all[0]).toMatch(/^[\w+/]{43}=$/);
	});
});

test('an item contains the body as sent, and on request the headers without secrets', () => {
	expect(itemJson({ a: 1 }, undefined, '')).toEqual({ a: 1 });
	expect([[1], 'x', null].map((event) => itemJson(event, undefined, ''))).toEqual([
		{ value: [1] },
		{ value: 'x' },
		{ value: null },
	]);
	const headers = {
		'x-messaging-integration-token': 't',
		'x-sign': 's',
		authorization: 'a',
		cookie: 'c',
		'x-other': 'o',
		many: ['1', '2'],
	};
	expect(itemJson({ a: 1 }, headers, 'X-Sign')).toEqual({
		headers: { 'x-other': 'o', many: ['1', '2'] },
		body: { a: 1 },
	});
	expect(itemJson('x', { 'x-sign': 's' }, '')).toEqual({
		headers: { 'x-sign': 's' },
		body: { value: 'x' },
	});
});

describe('duplicates', () => {
	const DAY = 86_400_000;
	const state = async (promise: Promise<unknown>) =>
		await Promise.race([
			promise.then((value) => (value === undefined ? 'duplicate' : 'claimed')),
			new Promise((done) => setImmediate(() => done('waits'))),
		]);

	test('a processed delivery makes later ones duplicates, a failed one does not', async () => {
		const deliveries = new DeliveryDeduplicator(() => ({ ...systemClock, now: () => 0 }));
		(await deliveries.claim('a'))?.('failed');
		(await deliveries.claim('a'))?.('processed');
		expect(await state(deliveries.claim('a'))).toBe('duplicate');
		expect(await state(deliveries.claim('b'))).toBe('claimed');
	});

	test('a concurrent duplicate waits, and is only processed if the first delivery fails', async () => {
		const deliveries = new DeliveryDeduplicator(() => ({ ...systemClock, now: () => 0 }));
		const first = await deliveries.claim('a');
		const duplicates = [deliveries.claim('a'), deliveries.claim('a')];
		expect(await Promise.all(duplicates.map(state))).toEqual(['waits', 'waits']);
		first?.('failed');
		const second = await duplicates[0];
		expect(second).toBeDefined();
		expect(await state(duplicates[1]!)).toBe('waits');
		second?.('processed');
		expect(await duplicates[1]).toBeUndefined();
	});

	test('an outcome counts once', async () => {
		const deliveries = new DeliveryDeduplicator(() => ({ ...systemClock, now: () => 0 }));
		const end = await deliveries.claim('a');
		end?.('failed');
		end?.('processed');
		expect(await state(deliveries.claim('a'))).toBe('claimed');
	});

	test('a late outcome does not end the delivery that took its place', async () => {
		const deliveries = new DeliveryDeduplicator(() => ({ ...systemClock, now: () => 0 }));
		const first = await deliveries.claim('a');
		first?.('failed');
		const second = await deliveries.claim('a');
		first?.('processed');
		expect(await state(deliveries.claim('a'))).toBe('waits');
		second?.('failed');
	});

	test('a delivery without a response is abandoned after two minutes, and its duplicate is processed', async () => {
		const clock = new SimulatedClock(0);
		const deliveries = new DeliveryDeduplicator(() => clock);
		const first = await deliveries.claim('a');
		const duplicates = [deliveries.claim('a'), deliveries.claim('a')];
		await clock.run(Promise.race(duplicates));
		expect(clock.now()).toBe(120_000);
		expect(await state(deliveries.claim('a'))).toBe('waits');
		// A late outcome of the first one counts, so that further retries are duplicates.
		first?.('processed');
		expect(await state(deliveries.claim('a'))).toBe('duplicate');
	});

	test('no timer remains after the first delivery has ended', async () => {
		const clock = new SimulatedClock(0);
		const deliveries = new DeliveryDeduplicator(() => clock);
		const first = await deliveries.claim('a');
		const duplicates = [deliveries.claim('a'), deliveries.claim('a')];
		expect(clock.timers).toBe(2);
		first?.('processed');
		expect(await Promise.all(duplicates)).toEqual([undefined, undefined]);
		expect([clock.timers, clock.now()]).toEqual([0, 0]);
	});

	test('a delivery without a response or retry is forgotten after a day', async () => {
		let now = 0;
		const deliveries = new DeliveryDeduplicator(() => ({ ...systemClock, now: () => now }));
		await deliveries.claim('a');
		now = DAY;
		expect(deliveries.isIdle()).toBe(false);
		now = DAY + 1;
		expect(deliveries.isIdle()).toBe(true);
	});

	test('a processed delivery is forgotten after a day, not before', async () => {
		let now = 0;
		const deliveries = new DeliveryDeduplicator(() => ({ ...systemClock, now: () => now }));
		(await deliveries.claim('a'))?.('processed');
		now = DAY;
		expect(await state(deliveries.claim('a'))).toBe('duplicate');
		now = DAY + 1;
		expect(await state(deliveries.claim('a'))).toBe('claimed');
	});

	test('the newest 10,000 deliveries are remembered, older ones are forgotten', async () => {
		const deliveries = new DeliveryDeduplicator(() => ({ ...systemClock, now: () => 0 }));
		for (let n = 0; n <= 10_000; n += 1) (await deliveries.claim(String(n)))?.('processed');
		expect(await state(deliveries.claim('1'))).toBe('duplicate');
		expect(await state(deliveries.claim('0'))).toBe('claimed');
		expect(await state(deliveries.claim('10000'))).toBe('duplicate');
	});

	test('each trigger has its own deduplicator', async () => {
		const one = deduplicatorFor('one');
		expect(deduplicatorFor('one')).toBe(one);
		expect(deduplicatorFor('two')).not.toBe(one);
		(await one.claim('a'))?.('processed');
		expect(await state(one.claim('a'))).toBe('duplicate');
		expect(await state(deduplicatorFor('two').claim('a'))).toBe('claimed');
	});

	test('a trigger is idle if nothing is in progress and nothing was processed within a day', async () => {
		let now = 0;
		const deliveries = new DeliveryDeduplicator(() => ({ ...systemClock, now: () => now }));
		expect(deliveries.isIdle()).toBe(true);
		const end = await deliveries.claim('a');
		expect(deliveries.isIdle()).toBe(false);
		end?.('failed');
		expect(deliveries.isIdle()).toBe(true);
		(await deliveries.claim('a'))?.('processed');
		expect(deliveries.isIdle()).toBe(false);
		now = DAY + 1;
		expect(deliveries.isIdle()).toBe(true);
	});

	test('an idle trigger is dropped when another is requested, a busy one is not', async () => {
		const idle = deduplicatorFor('idle');
		expect(deduplicatorFor('idle')).toBe(idle);
		const busy = deduplicatorFor('busy');
		const end = await busy.claim('a');
		deduplicatorFor('third');
		expect(deduplicatorFor('busy')).toBe(busy);
		expect(deduplicatorFor('idle')).not.toBe(idle);
		end?.('failed');
	});
});
