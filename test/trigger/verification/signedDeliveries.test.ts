import { createHmac } from 'node:crypto';
import { recordLogs, serialize } from '../../support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let host: Host;
setUpTrigger((ready) => ({ host } = ready));

const BODY = '{"n":1}';
const SIGNATURE = createHmac('sha256', 'secret').update(BODY).digest('base64');

beforeEach(() => {
	const hmac = { headerName: 'x-sign', encoding: 'base64', prefix: 'v1=', secret: 'secret' };
	host.parameters = { verification: 'hmac', hmac };
});

test('a recorded delivery that is sent again with the ID of another one starts nothing', async () => {
	for (const id of ['1', '2'])
		expect(await host.post(BODY, { 'x-sign': `v1=${SIGNATURE}`, 'x-delivery-id': id })).toBe(200);
	expect(host.runs.map(([item]) => item?.json)).toEqual([{ n: 1 }]);
});

test.each([
	[undefined, 'the header x-sign is missing'],
	['v1=short', 'the header x-sign is malformed'],
	[`v1=${SIGNATURE.toLowerCase()}`, 'the signature in the header x-sign does not match'],
])('the signature %s: the log says that %s, and no value', async (value, reason) => {
	const logs = recordLogs();
	expect(await host.post(BODY, { 'x-sign': value })).toBe(401);
	const text = serialize(logs);
	expect(text).toContain(`Rejected a delivery: ${reason}\n`);
	for (const hidden of ['"secret"', BODY, value ?? SIGNATURE]) expect(text).not.toContain(hidden);
});
