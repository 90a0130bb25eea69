import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { productionUrlOf } from '../../demo/webhooks.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTimeout } from '../support/demo.mjs';
import { startTriggerDemo } from '../support/trigger.mjs';

/** Starts of n8n while the service cannot list its webhooks: a published workflow must get what is delivered. */

let demo;
let token;

before(
	async () => {
		demo = await startTriggerDemo('starts');
		await waitUntil(async () => (await demo.listProduction(demo.workflow)).length === 1, 'the webhook');
		[{ headers: token }] = await demo.listProduction(demo.workflow);
	},
	{ timeout: startTimeout },
);

after(stopAll);

const answers = [
	...[401, 403, 404, 500].map((status) => [`${status}`, { kind: 'status', status }]),
	['a web page', { kind: 'html' }],
	['nothing', { kind: 'stall' }],
	['a broken connection', { kind: 'reset' }],
];
/** What may have changed while n8n was stopped: nothing, or n8n's URL. */
const changes = [
	['the same URL', {}],
	['another URL', { WEBHOOK_URL: 'http://127.0.0.1:9/moved' }],
];

for (const [change, env] of changes) {
	for (const [answer, fault] of answers) {
		test(
			`with ${change}, n8n that starts while the list of webhooks answers ${answer} runs deliveries`,
			{ timeout: 120_000 },
			async () => {
				await demo.n8n.stop();
				await demo.sandbox.control('DELETE', 'faults');
				await demo.sandbox.control('POST', 'faults', { method: 'GET', path: '/webhooks', times: 1000, ...fault });
				await demo.restart(env);
				await waitUntil(() => log().includes('assuming that it still exists'), 'the line in the log', 60_000);
				const response = await fetch(productionUrlOf(demo.n8n, demo.workflow), {
					method: 'POST',
					headers: { 'content-type': 'application/json', ...token },
					body: JSON.stringify({ event: 'message', id: `${change} ${answer}` }),
				});
				assert.equal(response.status, 200);
			},
		);
	}
}

/** Each start begins a new file. */
const log = () => readFileSync(join(demo.userFolder, 'n8n.log'), 'utf8');
