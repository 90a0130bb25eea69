import type { Chapter, ChapterResult, Table } from '../report/chapter';
import { format, measureInTurns, ratioFor, spreadFor, type Figures } from '../report/figures';
import { measureDeliveries } from '../n8n/deliveries';
import { publishTrigger, publishWebhook } from '../n8n/receivers';
import { engineNames, startSession, type Engine } from '../n8n/session';

/**
 * Deliveries per measurement by the number of senders. `DELIVERIES=50 ENGINES=vm` measures with fewer, or only a part.
 */
const COUNTS = {
	vm: { 1: 100, 10: 150, 50: 200 },
	lazy: { 1: 100, 10: 300, 50: 500 },
};

const names = {
	memory: 'trigger, duplicates in memory only',
	store: "trigger, duplicates in n8n's database too (default)",
	headerAuth: 'Webhook, Header Auth',
	open: 'Webhook, no authentication',
};

const engines = ['vm', 'lazy'] as const;

type Subject = keyof typeof names;

interface Measured {
	engine: Engine;
	senders: number;
	count: number;
	figures: Record<Subject, Figures[]>;
}

/** How many deliveries the trigger node accepts, compared with n8n's Webhook node. */
export const deliveries: Chapter = {
	title: 'Deliveries to a real n8n',
	async measure(): Promise<ChapterResult> {
		const measured = await measureAll();
		return {
			text: [
				"Deliveries to the trigger node and to n8n's Webhook node, from a separate process over keep-alive connections; each sender waits for the response before its next delivery. Every delivery is different, has the same shape and got status 200. All workflows consist of the node and a No Operation node and respond at once. Executions that succeed are not stored. Each figure is the median of the rounds, with minimum and maximum in parentheses.",
				"CPU time is that of n8n's process alone, until all executions have ended; the responses do not wait for these. The trigger checks a token, like the Webhook node with Header Auth, which gets the same header and token; it also recognizes duplicates. The trigger's list in the database, which holds at most 1,200 deliveries, fills up during the measurements.",
				'By default, n8n creates isolates for expressions: one for each execution and, before it, one for each delivery to a trigger other than Webhook, and one for each reading of credentials. With its own token, as here, the trigger reads them once every five seconds. Most of the time goes into these isolates. With the setting `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`, *isolates on demand* in the tables, n8n creates one only when it evaluates an expression, which these workflows do not.',
			],
			tables: [rateTable(measured), ratioTable(measured)],
		};
	},
};

async function measureAll(): Promise<Measured[]> {
	const measured: Measured[] = [];
	for (const engine of engines)
		if (process.env.ENGINES?.split(',').includes(engine) !== false) measured.push(...(await measureEngine(engine)));
	return measured;
}

async function measureEngine(engine: keyof typeof COUNTS): Promise<Measured[]> {
	const session = await startSession(engine);
	try {
		const memory = await publishTrigger(session, false);
		const receivers = {
			memory,
			store: await publishTrigger(session, true),
			headerAuth: await publishWebhook(session, memory.headers),
			open: await publishWebhook(session),
		};
		const measured: Measured[] = [];
		for (const [each, usual] of Object.entries(COUNTS[engine])) {
			const [senders, count] = [Number(each), Number(process.env.DELIVERIES ?? usual)];
			const measure = (subject: Subject) => async () =>
				await measureDeliveries(session.pid, receivers[subject], senders, count);
			const figures = await measureInTurns({
				memory: measure('memory'),
				store: measure('store'),
				headerAuth: measure('headerAuth'),
				open: measure('open'),
			});
			measured.push({ engine, senders, count, figures });
		}
		return measured;
	} finally {
		await session.stop();
	}
}

function rateTable(measured: Measured[]): Table {
	return {
		columns: ['', 'expression engine', 'senders', 'deliveries', 'per second', 'p50, ms', 'p99, ms', 'CPU each, ms'],
		rows: measured.flatMap(({ engine, senders, count, figures }) =>
			(Object.keys(names) as Subject[]).map((subject) => [
				names[subject],
				engineNames[engine],
				senders,
				count,
				format(spreadFor(figures[subject], 'perSecond'), 0),
				format(spreadFor(figures[subject], 'p50'), 1),
				format(spreadFor(figures[subject], 'p99'), 1),
				format(spreadFor(figures[subject], 'cpuMs')),
			]),
		),
	};
}

function ratioTable(measured: Measured[]): Table {
	const pairs: Array<[Subject, Subject]> = [
		['memory', 'headerAuth'],
		['memory', 'open'],
		['store', 'headerAuth'],
		['store', 'open'],
	];
	return {
		columns: ['ratio', 'expression engine', 'senders', 'deliveries per second', 'p50', 'p99', 'CPU each'],
		rows: measured.flatMap(({ engine, senders, figures }) =>
			pairs.map(([ours, theirs]) => [
				`${names[ours]} / ${names[theirs]}`,
				engineNames[engine],
				senders,
				...['perSecond', 'p50', 'p99', 'cpuMs'].map((figure) =>
					format(ratioFor(figures[ours], figures[theirs], figure)),
				),
			]),
		),
	};
}
