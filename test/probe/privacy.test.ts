import { Service, useService } from '../support/service';
import { useInstantClock } from '../engine/support/instantClock';
import { probe } from './support/probe';

const service = useService(new Service());
useInstantClock();

/** `dialects.test.ts` proves the same of the data of the sandbox, in every dialect. */
const secrets = [...['Ana Ribeiro', 'ana@mail.example', '5511912345678', 'https://pictures.example/ana.jpg']];
const statuses = process.env.FULL ? [200, 201, 400, 403, 404, 409, 422] : [200, 400, 404];

describe('a service that puts the key and personal data everywhere', () => {
	const apiKey = 'sk_test_a_key_that_comes_back_0001';
	const everything = [apiKey, ...secrets];
	/** A record with them as values and as names, in any of the places that the probe reads. */
	const record = (id: string) => ({
		...Object.fromEntries(everything.map((text) => [text, text])),
		id,
		[`of_${secrets[2]}`]: `of_${secrets[2]}`,
		status: `of_${secrets[2]}`,
		type: `of_${secrets[2]}`,
		events: [...everything, `of_${secrets[2]}`],
		headers: { [apiKey]: apiKey },
		content: { [secrets[2]!]: secrets[0] },
		remoteJid: secrets[1],
		timestamp: 5511912345678,
		instanceId: apiKey,
		qrcode: { base64: secrets[0] },
		ttl: 5511912345678,
	});

	test.each(statuses)('learns neither from responses with status %d', async (status) => {
		service.respond = (req, res) => {
			const code = req.method === 'GET' ? status : 400;
			res.writeHead(req.url!.startsWith('/api/v2/webhooks') ? 200 : code, {
				'content-type': 'application/json',
				'x-ratelimit-limit': '5511912345678',
				'x-ratelimit-remaining': '5511912345678',
				'x-ratelimit-reset': '5511912345678',
				'x-note': apiKey,
			});
			// The messages of each chat differ, so that their fields are read.
			const own = record(String(req.url));
			const data = req.url!.includes('/messages?') ? [own] : [record('one'), own];
			res.end(
				JSON.stringify(
					code < 300 ? { data, ...record('three') } : { data, error: { code: apiKey, message: everything.join() } },
				),
			);
		};
		const { report } = await probe(service.baseUrl, { apiKey });
		expect(report).toContain('# Probe');
		expect(everything.filter((text) => report.includes(text))).toEqual([]);
	});

	test('shows its messages neither in a failure nor in the report', async () => {
		service.json({ success: false, error: { code: apiKey, message: everything.join() } }, 500);
		const { report, failure = '' } = await probe(service.baseUrl, { apiKey });
		expect(failure).toContain('(500)');
		expect(everything.filter((text) => `${report}${failure}`.includes(text))).toEqual([]);
	});
});
