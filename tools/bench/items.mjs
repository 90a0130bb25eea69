// What an item costs in a real n8n, compared with n8n's HTTP Request node and with axios.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { locator, node, ourNode } from '../e2e/n8n/workflows.mjs';
import { format, measureInTurns, medianOf, ratiosOf, valuesOf } from './figures.mjs';
import { cpuMsOf, settle } from './process.mjs';
import { nothing, publishRun, resetSandbox, runItems, startSession } from './session.mjs';

const size = 500;

/**
 * The cases: the title, the node's own concurrency, and the most CPU time per item that this node may need in relation
 * to n8n's HTTP Request node. That is above the measured ratios, because those of a busy machine reach 1.5 times those
 * of an idle one. Tests count evaluations and reads of credentials exactly.
 */
const cases = {
	send: { title: 'send, three expressions', concurrency: 1, limit: 1.3 },
	status: { title: 'status, one expression', concurrency: 5, limit: 1.1 },
};

/** How many n8n measure a case at most. Further rounds outvote noise, and confirm a slower node. */
const most = 3;

/** Returns the rows of the table. */
export async function items() {
	const measured = await inSession(Object.keys(cases), 5, true);
	return Object.entries(measured).map(([name, { ours, http, axios: plain }]) => ({
		case: `${cases[name].title}, ${size} items`,
		'CPU, ms': format(valuesOf(ours, 'cpuMs')),
		'CPU of HTTP Request, ms': format(valuesOf(http, 'cpuMs')),
		'ratio of CPU': format(ratiosOf(ours, http, 'cpuMs')),
		'ratio of time': format(ratiosOf(ours, http, 'ms')),
		'CPU, this node / axios': format(ratiosOf(ours, plain, 'cpuMs'), 1),
	}));
}

/**
 * Compares ratios with their limits. A case that exceeds its limit is measured again in another n8n, and the median of
 * all its rounds decides. Throws if a ratio still exceeds its limit.
 */
export async function guard() {
	const table = [];
	const ratios = { send: [], status: [] };
	let exceeding = Object.keys(cases);
	for (let count = 1; count <= most && exceeding.length > 0; count += 1) {
		for (const [name, { ours, http }] of Object.entries(await inSession(exceeding, 3))) {
			ratios[name].push(...ratiosOf(ours, http, 'cpuMs'));
			const { limit } = cases[name];
			table.push({ case: name, rounds: ratios[name].length, 'ratio of CPU': format(ratios[name]), limit });
		}
		exceeding = exceeding.filter((name) => medianOf(ratios[name]) > cases[name].limit);
	}
	if (exceeding.length === 0) return table;
	console.table(table);
	throw new Error(`Too slow: ${exceeding.join(', ')}`);
}

/** Measures cases in a new n8n: per item, of the nodes alone. */
async function inSession(names, rounds, withAxios = false) {
	const session = await startSession();
	try {
		const measured = {};
		for (const name of names) measured[name] = await measureCase(session, name, rounds, withAxios);
		return measured;
	} finally {
		await session.stop();
	}
}

async function measureCase(session, name, rounds, withAxios) {
	const { data } = await session.sandbox.request('GET', '/instances?status=connected');
	const instanceId = data[0].id;
	// They repeat, since the sandbox searches all chats for each message.
	const all = Array.from({ length: size }, (_, n) => ({
		instanceId,
		phone: String(5511980000000 + (n % 100)),
		text: `Hello, this is message ${n}`,
	}));
	const nodes = { nothing: nothing(), ours: nodeFor(session, name), http: httpRequestFor(session, name) };
	const subjects = {};
	for (const [subject, runNode] of Object.entries(nodes)) {
		const { url } = await publishRun(session, runNode);
		subjects[subject] = async () => await measureRun(session, url, all, subject === 'nothing' ? 0 : size);
	}
	if (withAxios) subjects.axios = async () => await measureAxios(session, name, all);
	const { nothing: base, ours, http, axios: plain } = await measureInTurns(subjects, rounds);
	return { ours: without(base, ours), http: without(base, http), axios: plain };
}

/** Returns the time that a node adds to the same workflow with a node that does nothing, round by round. */
const without = (base, measured) =>
	measured.map(({ cpuMs, ms }, round) => ({ cpuMs: cpuMs - base[round].cpuMs, ms: ms - base[round].ms }));

function nodeFor(session, name) {
	const instanceId = locator('={{ $json.instanceId }}');
	const send = { recipient: locator('={{ $json.phone }}', 'phone'), text: '={{ $json.text }}' };
	const parameters = name === 'send' ? send : { resource: 'instance', operation: 'getStatus' };
	return ourNode(session, 'Ours', { instanceId, ...parameters });
}

/** Returns n8n's HTTP Request node with the same requests. */
function httpRequestFor({ credential, sandbox }, name) {
	const values = { instanceId: '$json.instanceId', remoteJid: '$json.phone', 'content.text': '$json.text' };
	const fields = Object.entries(values).map(([field, value]) => ({ name: field, value: `={{ ${value} }}` }));
	const send = {
		method: 'POST',
		url: `${sandbox.baseUrl}/messages`,
		sendBody: true,
		contentType: 'json',
		specifyBody: 'keypair',
		bodyParameters: { parameters: [...fields, { name: 'type', value: 'text' }] },
	};
	const status = { method: 'GET', url: `=${sandbox.baseUrl}/instances/{{ $json.instanceId }}/status` };
	const authentication = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'messagingIntegrationApi',
		options: {},
	};
	const parameters = { ...(name === 'send' ? send : status), ...authentication };
	return node('HTTP', 'httpRequest', 4.5, parameters, { credentials: { messagingIntegrationApi: credential } });
}

/** Runs a workflow. Returns CPU time and time per item in ms. Throws if the number of requests differs. */
async function measureRun(session, url, all, requests) {
	const { pid, n8n, sandbox } = session;
	await resetSandbox(session);
	await settle(pid);
	// After many items, n8n may have been too busy to see that its database is available.
	while (!(await fetch(`${n8n.url}/healthz/readiness`)).ok) await sleep(500);
	const countRequests = async () => (await sandbox.control('GET', 'log?last=1'))[0]?.id ?? 0;
	const before = await countRequests();
	const [start, cpu] = [performance.now(), cpuMsOf(pid)];
	await runItems(url, all);
	const ms = performance.now() - start;
	// n8n forgets the execution after its response.
	await sleep(100);
	const cpuMs = cpuMsOf(pid) - cpu;
	const sent = (await countRequests()) - before;
	if (sent !== requests) throw new Error(`The service got ${sent} requests instead of ${requests}`);
	return { cpuMs: cpuMs / size, ms: ms / size };
}

/** Sends the same requests with axios in this process. */
async function measureAxios(session, name, all) {
	await resetSandbox(session);
	const { baseUrl, key } = session.sandbox;
	const client = axios.create({ baseURL: baseUrl, headers: { Authorization: `Bearer ${key}` } });
	const waiting = [...all];
	const work = async () => {
		for (let item = waiting.shift(); item; item = waiting.shift()) {
			const { instanceId, phone, text } = item;
			const body = { instanceId, remoteJid: phone, type: 'text', content: { text } };
			await (name === 'status' ? client.get(`/instances/${instanceId}/status`) : client.post('/messages', body));
		}
	};
	const [start, cpu] = [performance.now(), process.cpuUsage()];
	await Promise.all(Array.from({ length: cases[name].concurrency }, work));
	const { user, system } = process.cpuUsage(cpu);
	return { cpuMs: (user + system) / 1000 / size, ms: (performance.now() - start) / size };
}
