import { startSandbox, type Sandbox, type SandboxSettings } from '../../tools/sandbox';
import { clientOf } from './support/client';

let sandbox: Sandbox;
let now: number;
const startTime = Date.UTC(2026, 5, 1, 10, 0, 0, 250);

async function start(settings: SandboxSettings): Promise<void> {
	now = startTime;
	sandbox = await startSandbox({ now: () => now, ...settings });
}
afterEach(() => sandbox.close());

const limits = (headers: Record<string, unknown>) =>
	['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

test('a full window rejects requests, and the next one starts when the headers say', async () => {
	await start({ tier: 2, windowSeconds: 60 });
	const http = clientOf(sandbox);
	const reset = Math.floor(startTime / 1000) + 60;
	expect(limits((await http.get('/instances')).headers)).toEqual([2, 1, reset]);
	now += 30_000;
	expect(limits((await http.get('/nope')).headers)).toEqual([2, 0, reset]);
	const rejected = await http.get('/instances');
	expect(rejected.status).toBe(429);
	expect(rejected.data).toEqual({
		success: false,
		error: { code: 'RATE_LIMIT_EXCEEDED', message: expect.any(String), retryAfter: 30 },
	});
	expect(limits(rejected.headers)).toEqual([2, 0, reset]);
	expect(rejected.headers['retry-after']).toBeUndefined();
	now = reset * 1000 - 1;
	expect((await http.get('/instances')).data.error.retryAfter).toBe(1);
	now = reset * 1000;
	expect((await http.get('/instances')).status).toBe(200);
});

test('clock skew affects the Date header and the reset', async () => {
	await start({ tier: 1, clockOffsetSeconds: 90 });
	const http = clientOf(sandbox);
	const { headers } = await http.get('/instances');
	expect(Date.parse(headers['date'])).toBe(Math.floor(startTime / 1000) * 1000 + 90_000);
	expect(limits(headers)[2]).toBe(Math.floor(startTime / 1000) + 60 + 90);
	expect((await http.get('/instances')).data.error.retryAfter).toBe(60);
});
