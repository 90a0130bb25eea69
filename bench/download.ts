import { startSandbox } from '../sandbox';
import { idsOf } from '../test/engine/cases';
import { child } from './child';

export interface Downloaded {
	seconds: number;
	/** Highest memory of the process during the download, over what it had before, MiB. */
	extraMiB: number;
	bytes: number;
}

const SIZE = Number(process.env.SIZE ?? 2 ** 30);

/** A large file through the node into n8n's store in files, and through a bare streaming client into a file. */
export async function download(): Promise<string[]> {
	const lines = ['what | MiB | s | extra memory MiB | bytes arrived'];
	const sandbox = await startSandbox({ tier: 'none' });
	try {
		const { video } = idsOf(sandbox);
		for (const [what, script, dialect] of [
			['bare client (axios)', 'downloadBare.ts', 'bytes'],
			['node, bytes', 'downloadNode.ts', 'bytes'],
			['bare client (axios), again', 'downloadBare.ts', 'bytes'],
			['node, bytes, again', 'downloadNode.ts', 'bytes'],
			['node, address on another host', 'downloadNode.ts', 'otherHost'],
			['bare client (axios), base64 in JSON, not decoded', 'downloadBare.ts', 'base64'],
			['node, base64 in JSON', 'downloadNode.ts', 'base64'],
		] as const) {
			sandbox.setDialect({ downloads: dialect });
			const size = String(SIZE);
			const got = await child<Downloaded>(script, [sandbox.baseUrl, sandbox.keys.test, video, size], {
				TEST_BINARY_MODE: 'filesystem',
				N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			});
			lines.push([what, SIZE / 2 ** 20, got.seconds.toFixed(2), got.extraMiB.toFixed(0), got.bytes].join(' | '));
			console.log(lines.at(-1));
		}
	} finally {
		await sandbox.close();
	}
	return lines;
}
