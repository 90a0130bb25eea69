import { createHmac } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { seededRandom } from '../../support/simulatedClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => ({ sandbox, host } = ready));

/** n8n itself reads some bodies, and leaves others to the node. */
const TYPES = ['application/json', 'text/plain', 'application/vnd.api+json', 'image/png'];

const TOKEN = 'X-Messaging-Integration-Token';
/** `FULL=1` generates 20,000 in all. */
const DELIVERIES_EACH = process.env.FULL ? 5_000 : 150;

type HeaderSet = Record<string, string>;

/** One way to prove a delivery: the trigger's parameters, and the headers that a sender with this key sends. */
interface Proof {
	parameters: INodeParameters;
	prove: (host: Host, body: string, key?: string) => HeaderSet;
}

const PROOFS: Record<string, Proof> = {
	'header token': { parameters: {}, prove: (to, _body, key) => (key ? { [TOKEN]: key } : to.token(sandbox)) },
	'HMAC of the body': {
		parameters: { verification: 'hmac', hmac: { headerName: 'X-Sign', prefix: 'sha256=', secret: 'secret' } },
		prove: (_to, body, key = 'secret') => ({
			'X-Sign': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
		}),
	},
};

/** ID headers of various senders: of the delivery, of something else, or none. */
const ID_SCHEMES: Array<(id: string) => HeaderSet> = [
	() => ({}),
	(id) => ({ 'x-delivery-id': id }),
	(id) => ({ 'idempotency-key': id }),
	() => ({ 'x-webhook-id': 'wh_1' }),
	() => ({ 'x-event-id': 'message' }),
	() => ({ 'x-delivery-id': 'always the same' }),
];

const post = async (body: string, headers: HeaderSet) =>
	await host.post(body, { 'Content-Type': TYPES[body.length % TYPES.length], ...headers });

describe('Generated deliveries', () => {
	test.each(Object.entries(PROOFS))(
		'%s: no forged delivery is accepted, no valid one is rejected, and none is lost or runs twice',
		async (name, proof) => {
			host.parameters = proof.parameters;
			await host.publish();
			const random = seededRandom(Object.keys(PROOFS).indexOf(name) + 1);
			const upTo = (count: number) => Math.floor(random() * count);
			const counts = { forged: 0, forgedAccepted: 0, valid: 0, validRejected: 0, events: 0 };
			const expected: string[] = [];

			const forge = async (body: string, ids: HeaderSet) => {
				const good = { ...ids, ...proof.prove(host, body) };
				const signed = Object.keys(proof.prove(host, body)).at(-1) ?? '';
				const value = good[signed] ?? '';
				const spoil = (text: string) => text.slice(0, -3) + (text.at(-3) === '0' ? '1' : '0') + text.slice(-2);
				const forgeries: Array<[string, HeaderSet]> = [
					[body, { ...good, [signed]: '' }],
					[body, { ...good, [signed]: spoil(value) }],
					[body, { ...good, [signed]: value.slice(0, -2) }],
					[body, { ...good, [signed]: value.slice(0, -5) + value.slice(-4) }],
					[body, { ...ids, ...proof.prove(host, body, 'another key') }],
					[body, ids],
				];
				if (signed !== TOKEN) forgeries.push([`${body} `, good]);
				const [sent, headers] = forgeries[upTo(forgeries.length)] ?? [body, {}];
				counts.forged += 1;
				if ((await post(sent, headers)) !== 401) counts.forgedAccepted += 1;
			};
			const deliver = async (body: string, ids: HeaderSet) => {
				counts.valid += 1;
				const isFailing = (host.failNext = upTo(20) === 0 ? 1 : 0) === 1;
				const status = await post(body, { ...ids, ...proof.prove(host, body) });
				// A failed delivery is sent again. A duplicate does not reach the failure.
				const hasFailed = isFailing && host.failNext === 0;
				host.failNext = 0;
				if (status !== (hasFailed ? 500 : 200)) counts.validRejected += 1;
				return !hasFailed;
			};

			while (counts.forged + counts.valid < DELIVERIES_EACH) {
				counts.events += 1;
				const id = `msg_${counts.events}`;
				const distinguishing = 1 + upTo(2);
				// Now and then the same body as the event before, which only an ID of the delivery distinguishes.
				const last = expected.at(-1);
				const isSame = last !== undefined && upTo(10) === 0 && proof.parameters.verification !== 'hmac';
				const body = isSame ? last : JSON.stringify({ n: counts.events, text: 'ok', ref: { id: `m${upTo(50)}` } });
				const ids = ID_SCHEMES[isSame ? distinguishing : upTo(ID_SCHEMES.length)]?.(id) ?? {};
				if (upTo(2) === 0) await forge(body, ids);
				let left = 1 + upTo(3);
				for (let isTaken = false; left > 0 || !isTaken; left -= 1) isTaken = (await deliver(body, ids)) || isTaken;
				if (upTo(2) === 0) await forge(body, ids);
				expected.push(body);
			}

			expect([counts.forgedAccepted, counts.validRejected]).toEqual([0, 0]);
			const bodies = host.runs.map(([item]) => JSON.stringify(item?.json));
			expect(bodies.sort()).toEqual(expected.sort());
			// The generator covers enough cases: forged ones, and deliveries that are sent again.
			expect(Math.min(counts.forged, counts.valid - counts.events)).toBeGreaterThan(DELIVERIES_EACH / 5);
		},
		240_000,
	);
});
