import type { INodeParameters } from 'n8n-workflow';
import { clocks, systemClock } from '../../nodes/transport/clock';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { idsOf } from '../engine/support/cases';
import { bytesOf, runNode, type RunResult } from '../engine/support/engine';
import { TcpProxy } from './support/tcpProxy';
import { InstantClock } from '../engine/support/instantClock';

/**
 * The fault matrix: the node, run by n8n's own engine, against the sandbox over real HTTP; every point at which a request
 * can break, for every class of operation. Only pauses are shortened. What really happened is in the sandbox's ledger.
 */

let sandbox: Sandbox;
let proxy: TcpProxy;
let clock: InstantClock;

beforeAll(async () => {
	sandbox = await startSandbox({ tier: 'none', instances: 250, now: () => clocks.current.now() });
	proxy = new TcpProxy(Number(new URL(sandbox.origin).port));
	await proxy.open();
});
beforeEach(() => {
	sandbox.reset();
	sandbox.setDialect({});
	clocks.current = clock = new InstantClock();
});
afterAll(async () => {
	clocks.current = systemClock;
	await proxy.close();
	await sandbox.close();
	process.stdout.write(`\n${table()}\n`);
});

type Kind = 'read' | 'idempotent' | 'write';

/** A class of operation: one item, or several of which the one with index 1 gets the fault. */
interface Class {
	name: string;
	kind: Kind;
	method: string;
	path: string;
	/** How many requests precede the fault. */
	skip: number;
	items: number;
	parameters(): INodeParameters;
	onError?: 'continueRegularOutput';
	dialect?: Parameters<Sandbox['setDialect']>[0];
	/** Requests of a run without a fault. */
	requests: number;
	/** Checks that the result is complete. */
	check(result: RunResult): Promise<void> | void;
	/** The text that identifies a write in the ledger. */
	mark?(body: unknown): unknown;
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const idsIn = (result: RunResult) => result.items.map(({ json }) => json.id);
const text = (body: unknown) => (body as { content: { text: string } }).content.text;

function sendMessages(): INodeParameters {
	const { instance, chat } = idsOf(sandbox);
	return {
		resource: 'message',
		operation: 'send',
		messageFields: {
			instanceId: byId(instance),
			remoteJid: chat,
			type: 'text',
			content: '={{ JSON.stringify({ text: "m" + $json.n }) }}',
		},
	};
}

function download(): INodeParameters {
	const { video } = idsOf(sandbox);
	return {
		resource: 'download',
		operation: 'getVideo',
		messageId: video,
		options: { queryParameters: { parameters: [{ name: 'size', value: '300000' }] } },
	};
}

const checkWrites = ({ items }: RunResult) =>
	expect(items.map(({ json }) => json.error)).toEqual([undefined, undefined, undefined]);
const checkFile = async ({ items }: RunResult) =>
	expect(await bytesOf(items[0]!)).toHaveLength(300_000);

const classes: Class[] = [
	{
		name: 'read',
		kind: 'read',
		method: 'GET',
		path: '/status$',
		skip: 0,
		items: 1,
		requests: 1,
		parameters: () => ({
			resource: 'instance',
			operation: 'getStatus',
			instanceId: byId(idsOf(sandbox).instance),
		}),
		check: ({ items }) => expect(items[0]?.json.status).toBe('connected'),
	},
	{
		name: 'list by page, 2nd page',
		kind: 'read',
		method: 'GET',
		path: '/instances',
		skip: 1,
		items: 1,
		requests: 3,
		parameters: () => ({ resource: 'instance', operation: 'getAll', returnAll: true }),
		check: (result) => expect(idsIn(result)).toEqual(sandbox.data.instances.map(({ id }) => id)),
	},
	{
		name: 'list by cursor, 2nd page',
		kind: 'read',
		method: 'GET',
		path: '/chats/messages',
		skip: 1,
		items: 1,
		requests: 3,
		parameters: () => ({
			resource: 'chat',
			operation: 'getMessages',
			chatId: byId(longChat()),
			returnAll: true,
		}),
		check: (result) => {
			const there = sandbox.data.messages.filter(({ remoteJid }) => remoteJid === longChat());
			expect(idsIn(result)).toEqual(there.map(({ id }) => id).reverse());
		},
	},
	{
		name: 'download, bytes',
		kind: 'read',
		method: 'GET',
		path: '/downloads/video',
		skip: 0,
		items: 1,
		requests: 1,
		parameters: download,
		check: checkFile,
	},
	{
		name: 'download, base64 in JSON',
		kind: 'read',
		method: 'GET',
		path: '/downloads/video',
		skip: 0,
		items: 1,
		requests: 1,
		parameters: download,
		check: checkFile,
		dialect: { downloads: 'base64' },
	},
	{
		name: 'PUT group photo',
		kind: 'idempotent',
		method: 'PUT',
		path: '/photo$',
		skip: 1,
		items: 3,
		requests: 3,
		parameters: () => ({
			resource: 'group',
			operation: 'updatePhoto',
			groupId: byId(idsOf(sandbox).group),
			instanceId: byId(idsOf(sandbox).instance),
			photoUrl: '={{ "https://pictures.example/m" + $json.n }}',
		}),
		check: checkWrites,
		mark: (body) => (body as { photoUrl: string }).photoUrl.split('/').at(-1),
	},
	{
		name: 'PATCH group settings',
		kind: 'write',
		method: 'PATCH',
		path: '/settings$',
		skip: 1,
		items: 3,
		requests: 3,
		parameters: () => ({
			resource: 'group',
			operation: 'updateSettings',
			groupId: byId(idsOf(sandbox).group),
			updateFields: { subject: '={{ "m" + $json.n }}' },
		}),
		check: checkWrites,
		mark: (body) => (body as { subject: string }).subject,
	},
	{
		name: 'POST message',
		kind: 'write',
		method: 'POST',
		path: '/messages',
		skip: 1,
		items: 3,
		requests: 3,
		parameters: sendMessages,
		check: checkWrites,
		mark: text,
	},
	{
		name: 'POST message, continue on fail',
		kind: 'write',
		method: 'POST',
		path: '/messages',
		skip: 1,
		items: 3,
		requests: 3,
		parameters: sendMessages,
		check: checkWrites,
		mark: text,
		onError: 'continueRegularOutput',
	},
];

/** The chat with the most messages. */
function longChat(): string {
	const counts = new Map<string, number>();
	for (const { remoteJid } of sandbox.data.messages)
		counts.set(remoteJid, (counts.get(remoteJid) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** What the retry policy promises, written by hand. */
type Fate =
	/** Recovers, for every class. */
	| 'recovers'
	/** Recovers if the method is idempotent; other writes fail. */
	| 'readsRecover'
	/** Recovers only for GET: a 500 is usually permanent. */
	| 'onlyGetRecovers'
	/** Fails at once for every class. */
	| 'fails'
	/** An empty response is valid. */
	| 'asIs';

interface Point {
	name: string;
	fault?: Fault['kind'];
	more?: Partial<Fault>;
	/** Whether the work was done before it broke. */
	done: boolean;
	fate: Fate;
	/** Classes that it does not apply to, or with another fate. */
	but?: Record<string, Fate | 'skip'>;
	timeout?: number;
	/** What the error must say. */
	says?: RegExp;
}

const jsonOnly = { 'download, bytes': 'skip' } as const;
/** Classes for which an empty response is not valid: files, and later pages of lists. */
const needsMore = {
	'list by page, 2nd page': 'fails',
	'list by cursor, 2nd page': 'fails',
	'download, bytes': 'fails',
	'download, base64 in JSON': 'fails',
} as const;
const points: Point[] = [
	{ name: 'refused, then available', done: false, fate: 'recovers' },
	{ name: 'refused permanently', done: false, fate: 'fails', says: /refused the connection/ },
	{
		name: 'reset before',
		fault: 'reset',
		done: false,
		fate: 'readsRecover',
		says: /connection to the service was lost/,
	},
	{
		name: 'reset after the work',
		fault: 'resetAfterWork',
		done: true,
		fate: 'readsRecover',
		says: /connection to the service was lost/,
	},
	{
		name: 'stall past the timeout before',
		fault: 'stall',
		done: false,
		fate: 'readsRecover',
		timeout: 150,
		says: /did not respond in time/,
	},
	{
		name: 'stall after the work',
		fault: 'stallAfterWork',
		done: true,
		fate: 'readsRecover',
		timeout: 150,
		says: /did not respond in time/,
	},
	{
		name: '429 with retryAfter',
		fault: 'rateLimited',
		more: { retryAfter: 30 },
		done: false,
		fate: 'recovers',
	},
	{ name: '429 without retryAfter', fault: 'rateLimited', done: false, fate: 'recovers' },
	{
		name: '429 three times',
		fault: 'rateLimited',
		more: { retryAfter: 1, times: 3 },
		done: false,
		fate: 'recovers',
	},
	...[500, 502, 503, 504].flatMap((status): Point[] => {
		const fate = status === 500 ? 'onlyGetRecovers' : 'readsRecover';
		return [
			{
				name: `${status}`,
				fault: 'status',
				more: { status },
				done: false,
				fate,
				says: RegExp(`\\(${status}\\)`),
			},
			{
				name: `${status} after the work`,
				fault: 'status',
				more: { status, afterWork: true },
				done: true,
				fate,
				says: RegExp(`\\(${status}\\)`),
			},
		];
	}),
	{
		name: 'HTML with status 502',
		fault: 'html',
		done: false,
		fate: 'readsRecover',
		says: /\(502\)/,
	},
	{
		name: 'HTML with status 200',
		fault: 'html',
		more: { status: 200 },
		done: false,
		fate: 'fails',
		says: /response is a web page/,
	},
	{
		name: 'HTML with status 200 after the work',
		fault: 'html',
		more: { status: 200, afterWork: true },
		done: true,
		fate: 'fails',
		says: /response is a web page/,
	},
	{
		name: 'truncated JSON',
		fault: 'cutJson',
		done: true,
		fate: 'fails',
		but: jsonOnly,
		says: /incomplete or is not valid JSON/,
	},
	{
		name: 'interrupted body',
		fault: 'cutBody',
		done: true,
		fate: 'readsRecover',
		says: /was lost|incomplete/,
	},
	{
		name: 'redirect to another host',
		fault: 'redirect',
		done: false,
		fate: 'fails',
		says: /redirected this request|contains no file/,
	},
	{
		name: 'empty response, 200',
		fault: 'empty',
		more: { afterWork: true },
		done: true,
		fate: 'asIs',
		but: needsMore,
		says: /contains no file|incomplete/,
	},
	{
		name: 'empty response, 204',
		fault: 'empty',
		more: { afterWork: true, status: 204 },
		done: true,
		fate: 'asIs',
		but: needsMore,
		says: /contains no file|incomplete/,
	},
];

const cells: Array<{ point: string; name: string; seen: string }> = [];

function table(): string {
	const names = classes.map(({ name }) => name);
	const seenOf = (point: string, name: string) =>
		cells.find((cell) => cell.point === point && cell.name === name)?.seen ?? '–';
	const rows = points.map(({ name: point }) => [
		point,
		...names.map((name) => seenOf(point, name)),
	]);
	const widths = ['fault', ...names].map((head, column) =>
		Math.max(head.length, ...rows.map((row) => row[column]!.length)),
	);
	const line = (row: string[]) =>
		row
			.map((cell, column) => cell.padEnd(widths[column]!))
			.join(' | ')
			.trimEnd();
	return [
		`Fault matrix, ${cells.length} combinations. "ok" or "fails"; how often the request with the fault arrived; w = how often it is in the ledger.`,
		line(['fault', ...names]),
		...rows.map(line),
	].join('\n');
}

async function runWithFault(point: Point, subject: Class): Promise<RunResult> {
	const refused = point.fault === undefined;
	if (refused) {
		await proxy.close();
		if (point.fate === 'recovers') clock.onSleep = async () => await proxy.open();
	} else {
		sandbox.addFault({
			method: subject.method,
			path: subject.path,
			skip: subject.skip,
			kind: point.fault!,
			...point.more,
		});
	}
	return await runNode({
		credentials: {
			apiKey: sandbox.keys.test,
			environment: 'test',
			baseUrl: `http://127.0.0.1:${proxy.port}/api/v2`,
		},
		parameters: {
			...subject.parameters(),
			...(point.timeout ? { requestOptions: { timeout: point.timeout } } : {}),
		},
		items: numbers(subject.items),
		onError: subject.onError,
	});
}

/** How often the request with the fault arrived: the one with the mark, or with the query of the first one. */
function attemptsOf(subject: Class, faulty: number): number {
	const { mark, skip } = subject;
	if (mark) return sandbox.log.filter(({ body }) => mark(body) === `m${faulty}`).length;
	const urls = sandbox.log.map(({ url }) => url);
	return urls.filter((url) => url === urls[skip]).length;
}

describe.each(points)('with the fault "$name"', (point) => {
	const subjects = classes.filter(({ name }) => point.but?.[name] !== 'skip');
	test.each(subjects)(
		'$name recovers or fails as promised, and is not carried out twice',
		async (subject) => {
			if (subject.dialect) sandbox.setDialect(subject.dialect);
			const result = await runWithFault(point, subject);
			await proxy.open();
			const fate = point.but?.[subject.name] ?? point.fate;
			const retries =
				fate === 'recovers' ||
				(fate === 'readsRecover' && subject.kind !== 'write') ||
				(fate === 'onlyGetRecovers' && subject.kind === 'read');
			const isOk = retries || fate === 'asIs';
			const refused = point.fault === undefined;
			const continuesOnError = subject.onError !== undefined;
			const faulty = refused ? 0 : subject.items > 1 ? 1 : 0;

			const failedItem = result.items.find(({ json }) => json.error !== undefined)?.json;
			const failed = result.error?.message ?? failedItem?.error;
			const details = result.error?.description ?? failedItem?.message;
			const ledger = sandbox.ledger.map(({ body }) => subject.mark?.(body));
			const timesDone = ledger.filter((mark) => mark === `m${faulty}`).length;
			const attempts = attemptsOf(subject, faulty);
			cells.push({
				point: point.name,
				name: subject.name,
				seen: `${failed ? 'fails' : 'ok'} ${attempts}x${subject.mark ? ` w${timesDone}` : ''}`,
			});

			// Only the service receives the key.
			expect(
				sandbox.otherHostLog.filter(({ headers }) => headers.authorization !== undefined),
			).toEqual([]);
			if (isOk) {
				expect(failed).toBeUndefined();
				if (fate !== 'asIs') await subject.check(result);
			} else {
				expect(`${String(failed)} ${String(details)}`).toMatch(point.says ?? /./);
			}
			if (!subject.mark) return;

			// A write is never carried out twice, except for an identical PUT whose response was lost.
			const timesPut = subject.kind === 'idempotent' && point.done && retries ? 2 : 1;
			expect(timesDone).toBe(
				(point.done ? 1 : 0) + (retries && (!point.done || timesPut === 2) ? 1 : 0),
			);
			// The other items that were sent are in the ledger exactly once, in order.
			const expected = numbers(3).flatMap(({ n }) => {
				if (n === faulty) return Array.from({ length: timesDone }, () => `m${n}`);
				if (refused && !isOk) return [];
				return n < faulty || isOk || continuesOnError ? [`m${n}`] : [];
			});
			expect(ledger).toEqual(expected);
			if (continuesOnError) {
				const fates = result.items.map(({ json }) =>
					json.error === undefined ? 'sent' : 'failed',
				);
				const all = refused && !isOk;
				expect(fates).toEqual(
					numbers(3).map(({ n }) => ((all || n === faulty) && !isOk ? 'failed' : 'sent')),
				);
			}
			// An uncertain outcome is reported.
			if (!isOk && subject.kind === 'write' && point.done) {
				const message = continuesOnError
					? String(result.items[faulty]?.json.message)
					: String(result.error?.description);
				expect(message).toMatch(/may have been carried out/);
			}
		},
	);
});

test('the matrix has at least 40 combinations', () => {
	expect(cells.length).toBeGreaterThanOrEqual(40);
});
