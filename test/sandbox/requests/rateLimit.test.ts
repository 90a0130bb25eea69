import { startSandbox, type Sandbox, type SandboxSettings } from '../../../tools/sandbox';
import { clientOf } from '../support/client';

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

test.each([
	['free', 60],
	['starter', 120],
	['pro', 300],
] as const)('the tier %s allows %i requests per window', async (tier, limit) => {
	await start({ tier });
	expect(limits((await clientOf(sandbox).get('/instances')).headers)[0]).toBe(limit);
});

test('clock skew affects the Date header and the reset', async () => {
	await start({ tier: 1, clockOffsetSeconds: 90 });
	const http = clientOf(sandbox);
	const { headers } = await http.get('/instances');
	expect(Date.parse(headers['date'])).toBe(Math.floor(startTime / 1000) * 1000 + 90_000);
	expect(limits(headers)[2]).toBe(Math.floor(startTime / 1000) + 60 + 90);
	expect((await http.get('/instances')).data.error.retryAfter).toBe(60);
});

test('the dialect can move retryAfter to a header and omit the rate headers', async () => {
	await start({ tier: 1, dialect: { retryAfterInBody: false, retryAfterHeader: true, rateLimitHeaders: false } });
	const http = clientOf(sandbox);
	await http.get('/instances');
	const rejected = await http.get('/instances');
	expect(rejected.data.error.retryAfter).toBeUndefined();
	expect(rejected.headers['retry-after']).toBe('60');
	expect(rejected.headers['x-ratelimit-limit']).toBeUndefined();
});
