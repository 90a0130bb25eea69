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
let front: TcpProxy;
let clock: InstantClock;

beforeAll(async () => {
	sandbox = await startSandbox({ tier: 'none', instances: 250, now: () => clocks.current.now() });
	front = new TcpProxy(Number(new URL(sandbox.origin).port));
	await front.open();
});
beforeEach(() => {
	sandbox.reset();
	sandbox.setDialect({});
	clocks.current = clock = new InstantClock();
});
afterAll(async () => {
	clocks.current = systemClock;
	await front.close();
	await sandbox.close();
	process.stdout.write(`\n${table()}\n`);
});

type Kind = 'read' | 'replaceable' | 'write';

/** A class of operation: one item, or several of which the one with index 1 is struck. */
interface Class {
	name: string;
	kind: Kind;
	method: string;
	path: string;
	/** The part of the requests that the fault strikes begins after so many. */
	skip: number;
	items: number;
	parameters(): INodeParameters;
	onError?: 'continueRegularOutput';
	dialect?: Parameters<Sandbox['setDialect']>[0];
	/** Requests of a run in which nothing breaks. */
	requests: number;
	/** What a whole result has to be, compared with what is seen. */
	whole(result: RunResult): Promise<void> | void;
	/** A write's mark, by which it is found in the ledger. */
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
		fields: {
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
		queryParameters: {
			parameters: [
				{ name: 'messageId', value: video },
				{ name: 'size', value: '300000' },
			],
		},
	};
}

const writesWhole = ({ items }: RunResult) =>
	expect(items.map(({ json }) => json.error)).toEqual([undefined, undefined, undefined]);
const fileWhole = async ({ items }: RunResult) =>
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
		whole: ({ items }) => expect(items[0]?.json.status).toBe('connected'),
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
		whole: (result) => expect(idsIn(result)).toEqual(sandbox.data.instances.map(({ id }) => id)),
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
		whole: (result) => {
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
		whole: fileWhole,
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
		whole: fileWhole,
		dialect: { downloads: 'base64' },
	},
	{
		name: 'PUT group photo',
		kind: 'replaceable',
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
		whole: writesWhole,
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
		whole: writesWhole,
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
		whole: writesWhole,
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
		whole: writesWhole,
		mark: text,
		onError: 'continueRegularOutput',
	},
];

/** The chat with most messages. */
function longChat(): string {
	const counts = new Map<string, number>();
	for (const { remoteJid } of sandbox.data.messages)
		counts.set(remoteJid, (counts.get(remoteJid) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** What the policy promises, written out by hand. */
type Fate =
	/** Recovers, for every class. */
	| 'recovers'
	/** Recovers where the request may be repeated by its nature; a write fails. */
	| 'readsRecover'
	/** Recovers for GET alone: a 500 is more often a fault that stays. */
	| 'onlyGetRecovers'
	/** Fails at once, whatever it was. */
	| 'fails'
	/** An empty answer is a good one. */
	| 'asIs';

interface Point {
	name: string;
	fault?: Fault['kind'];
	more?: Partial<Fault>;
	/** Whether the work was done before it broke. */
	done: boolean;
	fate: Fate;
	/** Classes that it does not make sense for, or that fare otherwise. */
	but?: Record<string, Fate | 'skip'>;
	timeout?: number;
	/** What the error has to say. */
	says?: RegExp;
}

const jsonOnly = { 'download, bytes': 'skip' } as const;
/** Here nothing is not enough: no file, and no page of a list that goes on. */
const needsMore = {
	'list by page, 2nd page': 'fails',
	'list by cursor, 2nd page': 'fails',
	'download, bytes': 'fails',
	'download, base64 in JSON': 'fails',
} as const;
const points: Point[] = [
	{ name: 'refused, then there', done: false, fate: 'recovers' },
	{ name: 'refused for good', done: false, fate: 'fails', says: /refused the connection/ },
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
		name: 'cut JSON',
		fault: 'cutJson',
		done: true,
		fate: 'fails',
		but: jsonOnly,
		says: /incomplete or is not valid JSON/,
	},
	{
		name: 'cut body',
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
		name: 'empty answer, 200',
		fault: 'empty',
		more: { afterWork: true },
		done: true,
		fate: 'asIs',
		but: needsMore,
		says: /contains no file|incomplete/,
	},
	{
		name: 'empty answer, 204',
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
		`Fault matrix, ${cells.length} combinations. "ok" or "fails"; how often the struck request arrived; w = how often it stands in the ledger.`,
		line(['fault', ...names]),
		...rows.map(line),
	].join('\n');
}

async function strike(point: Point, subject: Class): Promise<RunResult> {
	const refused = point.fault === undefined;
	if (refused) {
		await front.close();
		if (point.fate === 'recovers') clock.onSleep = async () => await front.open();
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
			baseUrl: `http://127.0.0.1:${front.port}/api/v2`,
		},
		parameters: {
			...subject.parameters(),
			...(point.timeout ? { requestOptions: { timeout: point.timeout } } : {}),
		},
		items: numbers(subject.items),
		onError: subject.onError,
	});
}

/** How often the struck request arrived: the one with the mark, or the same query as the first that was struck. */
function triesOf(subject: Class, struck: number): number {
	const { mark, skip } = subject;
	if (mark) return sandbox.log.filter(({ body }) => mark(body) === `m${struck}`).length;
	const urls = sandbox.log.map(({ url }) => url);
	return urls.filter((url) => url === urls[skip]).length;
}

describe.each(points)('$name', (point) => {
	const subjects = classes.filter(({ name }) => point.but?.[name] !== 'skip');
	test.each(subjects)('$name', async (subject) => {
		if (subject.dialect) sandbox.setDialect(subject.dialect);
		const result = await strike(point, subject);
		await front.open();
		const told = point.but?.[subject.name] ?? point.fate;
		const repeats =
			told === 'recovers' ||
			(told === 'readsRecover' && subject.kind !== 'write') ||
			(told === 'onlyGetRecovers' && subject.kind === 'read');
		const isOk = repeats || told === 'asIs';
		const refused = point.fault === undefined;
		const goesOn = subject.onError !== undefined;
		const struck = refused ? 0 : subject.items > 1 ? 1 : 0;

		const failed =
			result.error?.message ??
			result.items.find(({ json }) => json.error !== undefined)?.json.error;
		const ledger = sandbox.ledger.map(({ body }) => subject.mark?.(body));
		const timesDone = ledger.filter((mark) => mark === `m${struck}`).length;
		const tries = triesOf(subject, struck);
		cells.push({
			point: point.name,
			name: subject.name,
			seen: `${failed ? 'fails' : 'ok'} ${tries}x${subject.mark ? ` w${timesDone}` : ''}`,
		});

		// The key goes nowhere but to the service.
		expect(
			sandbox.otherHostLog.filter(({ headers }) => headers.authorization !== undefined),
		).toEqual([]);
		if (isOk) {
			expect(failed).toBeUndefined();
			if (told !== 'asIs') await subject.whole(result);
		} else {
			expect(String(failed)).toMatch(point.says ?? /./);
		}
		if (!subject.mark) return;

		// A write is never done twice; a PUT may be put again, the same, where the answer was lost.
		const putAgain = subject.kind === 'replaceable' && point.done && repeats ? 2 : 1;
		expect(timesDone).toBe(
			(point.done ? 1 : 0) + (repeats && (!point.done || putAgain === 2) ? 1 : 0),
		);
		// What was reported as sent stands in the ledger, the others exactly once, in order.
		const expected = numbers(3).flatMap(({ n }) => {
			if (n === struck) return Array.from({ length: timesDone }, () => `m${n}`);
			if (refused && !isOk) return [];
			return n < struck || isOk || goesOn ? [`m${n}`] : [];
		});
		expect(ledger).toEqual(expected);
		if (goesOn) {
			const fates = result.items.map(({ json }) => (json.error === undefined ? 'sent' : 'failed'));
			const all = refused && !isOk;
			expect(fates).toEqual(
				numbers(3).map(({ n }) => ((all || n === struck) && !isOk ? 'failed' : 'sent')),
			);
		}
		// Whoever cannot know says so.
		if (!isOk && subject.kind === 'write' && point.done) {
			const words = goesOn
				? String(result.items[struck]?.json.message)
				: String(result.error?.description);
			expect(words).toMatch(/may have been carried out/);
		}
	});
});

test('the matrix is large enough to mean something', () => {
	expect(cells.length).toBeGreaterThanOrEqual(40);
});
