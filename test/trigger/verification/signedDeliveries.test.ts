import { clocks, systemClock } from '../../../nodes/transport/clock';
import { serialize, recordLogs } from '../../support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let host: Host;
setUpTrigger((ready) => ({ host } = ready));

/** The example of the Standard Webhooks specification and its libraries. */
const EXAMPLE = {
	secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
	id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
	at: 1614265330,
	body: '{"test": 2432232314}',
	signature: 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const standard = {
	headerName: 'webhook-signature',
	encoding: 'base64',
	prefix: 'v1,',
	signedContent: 'id.timestamp.body',
	secret: EXAMPLE.secret,
};
const example = (changes: Record<string, string | undefined> = {}) => ({
	'webhook-id': EXAMPLE.id,
	'webhook-timestamp': String(EXAMPLE.at),
	'webhook-signature': `v1,${EXAMPLE.signature}`,
	...changes,
});

function setClock(seconds: number): void {
	clocks.current = { ...systemClock, now: () => seconds * 1000 };
}

describe('Standard Webhooks', () => {
	beforeEach(() => {
		host.parameters = { verification: 'hmac', hmac: standard };
		setClock(EXAMPLE.at);
	});

	test('the example of the specification is accepted', async () => {
		expect(await host.post(EXAMPLE.body, example())).toBe(200);
		expect(host.runs.map(([item]) => item?.json)).toEqual([{ test: 2432232314 }]);
	});

	test('the tolerance is a setting', async () => {
		host.parameters = { verification: 'hmac', hmac: { ...standard, tolerance: 60 } };
		setClock(EXAMPLE.at + 3600);
		expect(await host.post(EXAMPLE.body, example())).toBe(200);
		setClock(EXAMPLE.at + 3601);
		expect(await host.post(EXAMPLE.body, example())).toBe(401);
	});

	test.each([
		['webhook-signature', undefined, 'the header webhook-signature is missing'],
		['webhook-signature', 'v1,short', 'the header webhook-signature is malformed'],
	])('%s = %s: the log says that %s, and no value', async (name, value, reason) => {
		const logs = recordLogs();
		expect(await host.post(EXAMPLE.body, example({ [name]: value }))).toBe(401);
		const text = serialize(logs);
		expect(text).toContain(`Rejected a delivery: ${reason}\n`);
		const { secret, signature, id, at, body } = EXAMPLE;
		for (const hidden of [secret, signature, id, String(at), value ?? body]) expect(text).not.toContain(hidden);
	});
});
