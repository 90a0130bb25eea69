import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox';
import { idsOf } from '../../test/engine/support/cases';
import { downloadIn, httpRequest, ourNode } from '../downloads/inN8n';
import { child } from '../processes/child';
import type { Measured } from '../processes/measured';
import { startN8n } from '../processes/n8n';
import type { Chapter, ChapterResult } from '../report/chapter';
import { format, measureInTurns, ratioFor, spreadFor, type Figures } from '../report/figures';

const SIZE = Number(process.env.SIZE ?? 2 ** 30);
const MIB = Math.round(SIZE / 2 ** 20);

/** A script, and the service's kind of response. */
const CLIENTS = {
	'bare client': ['downloads/bare.ts', 'bytes'],
	'node, bytes': ['downloads/node.ts', 'bytes'],
	'node, URL on another host': ['downloads/node.ts', 'otherHost'],
} as const;

type Client = keyof typeof CLIENTS;

/** What to compare a client with. */
const YARDSTICKS: Partial<Record<Client, Client>> = {
	'node, bytes': 'bare client',
	'node, URL on another host': 'bare client',
};

export const download: Chapter = { title: `A download of ${MIB} MiB`, measure };

async function measure(): Promise<ChapterResult> {
	const sandbox = await startSandbox({ tier: 'none' });
	try {
		const alone = await measureAlone(sandbox);
		const inN8n = await measureInN8n(sandbox);
		const all = [
			...Object.entries(alone),
			...Object.entries(inN8n).map(([name, figures]) => [`${name} in n8n`, figures] as const),
		];
		return {
			text: [
				`The clients of the first table each run in a separate process, in turns. The bare client is axios, streaming into a file; the node runs in n8n's engine, with n8n's store in files. "Speed" is the speed of the node relative to that of the bare client for the same response. The second table compares with n8n's HTTP Request node, response format File: both run in turns in one n8n, whose process is measured. "Extra memory" is how far the peak of the resident memory during the download is above its value before.`,
			],
			tables: [
				{
					columns: ['client', 'seconds', 'extra memory, MiB', 'speed'],
					rows: (Object.keys(CLIENTS) as Client[]).map((name) => {
						const { [name]: yardstick } = YARDSTICKS;
						const speed = yardstick && ratioFor(alone[yardstick], alone[name], 'seconds');
						return [...cellsOf(name, alone[name]), speed ? format(speed) : ''];
					}),
				},
				{
					columns: ['node in n8n', 'seconds', 'extra memory, MiB', 'speed'],
					rows: [
						[...cellsOf('HTTP Request', inN8n['HTTP Request']), ''],
						[
							...cellsOf('our node', inN8n['our node']),
							format(ratioFor(inN8n['HTTP Request'], inN8n['our node'], 'seconds')),
						],
					],
				},
			],
			plot: {
				kind: 'bar',
				title: `Time to download ${MIB} MiB`,
				unit: 'seconds',
				categories: all.map(([name]) => name),
				series: [
					{
						name: 'seconds',
						values: all.map(([, each]) => Number(spreadFor(each, 'seconds').median.toFixed(2))),
					},
				],
			},
		};
	} finally {
		await sandbox.close();
	}
}

function cellsOf(name: string, figures: Figures[]): string[] {
	return [name, format(spreadFor(figures, 'seconds')), format(spreadFor(figures, 'extraMiB'), 0)];
}

async function measureAlone(sandbox: Sandbox): Promise<Record<Client, Figures[]>> {
	const { video } = idsOf(sandbox);
	const subjectOf = (name: Client) => async (): Promise<Figures> => {
		const [script, downloads] = CLIENTS[name];
		sandbox.setDialect({ downloads });
		const measured = await child<Measured>(
			script,
			[sandbox.baseUrl, sandbox.keys.test, video, String(SIZE)],
			{ TEST_BINARY_MODE: 'filesystem', N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
		);
		if (measured.count !== SIZE) throw new Error(`${name}: ${measured.count} bytes arrived.`);
		return { ...measured };
	};
	const names = Object.keys(CLIENTS) as Client[];
	const subjects = Object.fromEntries(names.map((name) => [name, subjectOf(name)])) as Record<
		Client,
		() => Promise<Figures>
	>;
	return await measureInTurns(subjects);
}

async function measureInN8n(sandbox: Sandbox) {
	const storage = mkdtempSync(join(tmpdir(), 'bench-'));
	sandbox.setDialect({ downloads: 'bytes' });
	const n8n = await startN8n('download', {
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_STORAGE_PATH: storage,
	});
	try {
		const ours = await ourNode(n8n, sandbox, SIZE);
		const theirs = httpRequest(sandbox, SIZE);
		return await measureInTurns({
			'HTTP Request': async () => await downloadIn(n8n, storage, theirs, SIZE),
			'our node': async () => await downloadIn(n8n, storage, ours, SIZE),
		});
	} finally {
		await n8n.end();
		rmSync(storage, { recursive: true, force: true });
	}
}
