import { Allowance, type Ticket } from '../../../nodes/transport/rateLimit/allowance';
import { expectAnswers } from '../../support/project';

const NOW = 1_800_000_000_000;

/**
 * Plays what happens to an allowance: a number is a time in s; `a` sends the request `a`; `a:` and the headers
 * (`limit`, `remaining`, `reset`), the `status`, what `retry` asks for in s, and a `random` number end it.
 * @returns how many requests may be sent then, and when to decide again
 */
function play(script: string): string {
	const allowance = new Allowance();
	const tickets = new Map<string, Ticket>();
	let now = NOW;
	for (const step of script.split(' ')) {
		const [name = '', response] = step.split(':');
		const ticket = tickets.get(name);
		if (!ticket && /\d/.test(name)) now = NOW + Number(name) * 1000;
		else if (!ticket) tickets.set(name, allowance.grant(now));
		else {
			const { status = '200', retry, random = '0.5', ...limits } = Object.fromEntries(new URLSearchParams(response));
			const headers = Object.fromEntries(Object.entries(limits).map(([key, value]) => [`x-ratelimit-${key}`, value]));
			const retryAfterMs = retry === undefined ? undefined : Number(retry) * 1000;
			const result = { status: Number(status) || undefined, headers, retryAfterMs };
			allowance.settle(ticket, result, now, Number(random));
		}
	}
	for (let count = 0; ; count += 1) {
		const decision = allowance.decide(now);
		if (!decision.go) {
			const [until, refusedUntil = '-'] = [decision.until, decision.refusedUntil].map((ms) => ms && (ms - NOW) / 1000);
			return `${count} now, next decision at ${until}, refused until ${refusedUntil}`;
		}
		allowance.grant(now);
	}
}

test('after each response, as many requests may be sent as the service certainly accepts', async () => {
	await expectAnswers('transport/rateLimit/allowances.txt', (script = '') => play(script));
});
