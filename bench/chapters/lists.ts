import { child } from '../processes/child';
import type { Measured } from '../processes/measured';
import { startServer } from '../processes/startServer';
import type { Chapter, ChapterResult } from '../report/chapter';
import { format, measureInTurns, ratioFor, spreadFor, type Figures } from '../report/figures';

const PART = Number(process.env.PART ?? 1);

/** Each list, and its length. */
const LENGTHS = { messages: 100_000 * PART, instances: 10_000 * PART };

const NAMES = {
	messages: `${LENGTHS.messages.toLocaleString('en')} messages by cursor`,
	instances: `${LENGTHS.instances.toLocaleString('en')} instances by page`,
};

type List = keyof typeof LENGTHS;

export const lists: Chapter = { title: 'Long lists', measure };

async function measure(): Promise<ChapterResult> {
	const server = await startServer('lists/server.ts');
	const run = (script: string, list: List) => async (): Promise<Figures> => {
		const { [list]: length } = LENGTHS;
		const args = [server.origin, list, String(length)];
		const measured = await child<Measured>(`lists/${script}.ts`, args);
		if (measured.count !== length) throw new Error(`${script}: ${measured.count} ${list} arrived.`);
		return { ...measured, bytesPerRecord: (measured.extraMiB * 2 ** 20) / length };
	};
	try {
		const measured = await measureInTurns({
			messagesBare: run('bare', 'messages'),
			messagesNode: run('node', 'messages'),
			instancesBare: run('bare', 'instances'),
			instancesNode: run('node', 'instances'),
		});
		const rows = (Object.keys(LENGTHS) as List[]).flatMap((list) => {
			const [bare, node] = [measured[`${list}Bare`], measured[`${list}Node`]];
			const speed = format(ratioFor(bare, node, 'seconds'));
			const cpu = format(ratioFor(node, bare, 'cpuSeconds'));
			return [
				[NAMES[list], 'bare client', ...cellsOf(bare), '', ''],
				['', 'node', ...cellsOf(node), speed, cpu],
			];
		});
		const perRecord = (client: 'Bare' | 'Node') =>
			(Object.keys(LENGTHS) as List[]).map((list) => {
				const { median } = spreadFor(measured[`${list}${client}`], 'seconds');
				return Number(((median * 1e6) / LENGTHS[list]).toFixed(1));
			});
		return {
			text: [
				'Return All, through the node in n8n\'s engine and through a bare client: axios without keep-alive, as n8n configures it, with the same page size of 100, and, by page number, the same five requests at a time. Each measurement is a separate process, which first fetches a list one fifth as long. "Speed" is the speed of the node relative to that of the bare client; "CPU" is the CPU time of the node relative to that of the bare client. "Extra memory" is how far the peak of the resident memory is above its value before. The server is another process and has prepared its pages beforehand.',
			],
			tables: [
				{
					columns: [
						'list',
						'client',
						'seconds',
						'CPU seconds',
						'extra memory per record, bytes',
						'speed',
						'CPU',
					],
					rows,
				},
			],
			plot: {
				kind: 'bar',
				title: 'Time per record of a long list',
				unit: 'µs',
				categories: Object.values(NAMES),
				series: [
					{ name: 'bare client', values: perRecord('Bare') },
					{ name: 'node', values: perRecord('Node') },
				],
			},
		};
	} finally {
		server.end();
	}
}

function cellsOf(figures: Figures[]): string[] {
	return [
		format(spreadFor(figures, 'seconds')),
		format(spreadFor(figures, 'cpuSeconds')),
		format(spreadFor(figures, 'bytesPerRecord'), 0),
	];
}
