import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What npm would publish, in bytes. */
export interface PackageSize {
	packed: number;
	unpacked: number;
	files: number;
	/** Files and unpacked bytes by part of the package. */
	parts: Record<string, { files: number; bytes: number }>;
}

/** The first pattern that matches a path decides. */
const PARTS: Array<[string, RegExp]> = [
	['type declarations', /\.d\.ts$/],
	['output previews', /\/__schema__\//],
	['icons, codex', /\.(svg|json)$/],
	['action node', /\/nodes\/MessagingIntegration\//],
	['trigger', /\/nodes\/MessagingIntegrationTrigger\//],
	['requests, limits, lists', /\/nodes\//],
	['credentials', /\/credentials\//],
	['README, license', /./],
];

/** Packs the built project without writing a file. */
export async function measureSize(): Promise<PackageSize> {
	const { npm, projectRoot } = await import('../../scripts/run.mjs');
	const { stdout } = await promisify(execFile)(
		npm,
		['pack', '--dry-run', '--json', '--ignore-scripts'],
		{ cwd: projectRoot, maxBuffer: 2 ** 24 },
	);
	const [packed] = JSON.parse(stdout) as [
		{ size: number; unpackedSize: number; files: Array<{ path: string; size: number }> },
	];
	const { size, unpackedSize, files } = packed;
	const parts: PackageSize['parts'] = Object.fromEntries(
		PARTS.map(([name]) => [name, { files: 0, bytes: 0 }]),
	);
	for (const { path, size: bytes } of files) {
		const part = parts[PARTS.find(([, pattern]) => pattern.test(path))?.[0] ?? ''];
		if (part === undefined) continue;
		part.files += 1;
		part.bytes += bytes;
	}
	return { packed: size, unpacked: unpackedSize, files: files.length, parts };
}
