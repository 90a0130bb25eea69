import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measureInTurns, ROUNDS, type Figures } from '../report/figures';

/** What loading one file of a package showed. */
export interface Loaded {
	ms: number;
	properties: number;
	allProperties: number;
}

/** What loading the files of one package showed. */
export interface Loads {
	/** Times of all rounds: `total`, and each file under its path. */
	times: Figures[];
	files: Record<string, Loaded>;
}

const HTTP_REQUEST = 'dist/nodes/HttpRequest/HttpRequest.node.js';

/** Loads the packed package's credentials and nodes, and n8n's HTTP Request node, by n8n's Node, each time in a new process. */
export async function measureLoading(): Promise<{ ours: Loads; httpRequest: Loads }> {
	const { e2eFolder, nodeForN8n } = await import('../../e2e/n8n/install.mjs');
	const { packAndUnpack } = await import('../../scripts/pack.mjs');
	const modules = join(e2eFolder, 'node_modules');
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const unpacked = join(folder, 'package');
	try {
		await packAndUnpack(unpacked);
		symlinkSync(modules, join(folder, 'node_modules'));
		const { n8n } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
			n8n: { credentials: string[]; nodes: string[] };
		};
		const ours = { files: {} as Record<string, Loaded> };
		const theirs = { files: {} as Record<string, Loaded> };
		const load = (from: string, paths: string[], into: typeof ours) => async () => {
			const args = [join(__dirname, 'load.cjs'), from, ...paths];
			const { stdout } = await promisify(execFile)(nodeForN8n().binary, args);
			const { total, parts } = JSON.parse(stdout) as { total: number; parts: Loaded[] };
			into.files = Object.fromEntries(paths.map((path, n) => [path, parts[n] as Loaded]));
			return { total, ...Object.fromEntries(paths.map((path, n) => [path, parts[n]?.ms ?? NaN])) };
		};
		const times = await measureInTurns(
			{
				ours: load(unpacked, [...n8n.credentials, ...n8n.nodes], ours),
				httpRequest: load(join(modules, 'n8n-nodes-base'), [HTTP_REQUEST], theirs),
			},
			4 * ROUNDS + 1,
		);
		return {
			ours: { times: times.ours, files: ours.files },
			httpRequest: { times: times.httpRequest, files: theirs.files },
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
