// 500 messages at 60 requests per minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { locator, node, ourNode } from '../e2e/n8n/workflows.mjs';
import { publishRun, runItems, saveCredential, startLimitedSandbox, startSession } from './session.mjs';

const limit = 60;
const count = 500;
/** All windows except the last. */
const leastSeconds = (Math.ceil(count / limit) - 1) * 60;

const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 };
const batching = { options: { batching: { batch: { batchSize: 1, batchInterval: 1000 } } } };

/** How the messages are sent: by a node for a sandbox and credentials. */
const variants = {
	'this node': (_sandbox, instanceId, credential) =>
		ourNode({ credential }, 'Send', {
			instanceId: locator(instanceId),
			recipient: locator('5511987654321', 'phone'),
			text: '=m {{ $json.n }}',
		}),
	'HTTP Request': httpRequest({}),
	'HTTP Request, Retry On Fail': httpRequest({}, retry),
	'HTTP Request, 1 item per 1,000 ms': httpRequest(batching),
};

function httpRequest(parameters, settings = {}) {
	return (sandbox, instanceId, credential) => {
		const body = `{ instanceId: '${instanceId}', remoteJid: '5511987654321', type: 'text', content: { text: 'm ' + $json.n } }`;
		const request = {
			method: 'POST',
			url: `${sandbox.baseUrl}/messages`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingIntegrationApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ ${body} }}`,
		};
		const credentials = { messagingIntegrationApi: credential };
		return node('Send', 'httpRequest', 4.5, { ...request, ...parameters }, { credentials, ...settings });
	};
}

/** One n8n runs all variants at the same time, each against a sandbox of its own. Returns the rows of the table. */
export async function rateLimit() {
	const session = await startSession();
	try {
		const names = Object.keys(variants);
		return await Promise.all(names.map(async (name) => await run(session, name)));
	} finally {
		await session.stop();
	}
}

async function run(session, name) {
	const sandbox = await startLimitedSandbox(`${session.folder}/${name}`, 'none');
	try {
		const { data } = await sandbox.request('GET', '/instances?status=connected');
		const credential = await saveCredential(session.api, sandbox);
		await sandbox.control('POST', 'reset', {});
		await sandbox.control('POST', 'rate', { tier: limit });
		const status = await runToEnd(session, variants[name](sandbox, data[0].id, credential));
		const { seconds, ...counts } = await arrivalsAt(sandbox);
		const ratio = status === 'success' ? (seconds / leastSeconds).toFixed(4) : status;
		return { 'sent by': name, 'time / minimum time': ratio, ...counts };
	} finally {
		await sandbox.stop();
	}
}

/** Runs a node once over all items, and returns the status of the execution. */
async function runToEnd(session, runNode) {
	const { id, url } = await publishRun(session, runNode, 'onReceived');
	await runItems(
		url,
		Array.from({ length: count }, (_, n) => ({ n })),
	);
	for (;;) {
		await sleep(500);
		// n8n closes idle connections, and a poll may be on its way on one of them.
		const [last] = await session.api.listExecutions(id).catch(() => []);
		if (last !== undefined && !['new', 'running', 'waiting'].includes(last.status)) return last.status;
	}
}

/** Returns what happened to the messages `m 0`, `m 1` and so on, and the seconds to the last one that arrived. */
async function arrivalsAt(sandbox) {
	const ledger = await sandbox.control('GET', 'ledger');
	const log = await sandbox.control('GET', 'log');
	const texts = ledger.map(({ body }) => body.content.text);
	const times = Array.from({ length: count }, (_, n) => texts.filter((text) => text === `m ${n}`).length);
	return {
		seconds: (ledger.at(-1).at - log[0].at) / 1000,
		'arrived once': times.filter((often) => often === 1).length,
		'more than once': times.filter((often) => often > 1).length,
		lost: times.filter((often) => often === 0).length,
		429: log.filter(({ status }) => status === 429).length,
	};
}
