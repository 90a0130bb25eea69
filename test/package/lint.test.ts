import { execFileSync } from 'node:child_process';
import { root } from '../support/project';

const print = `
	import { ESLint } from 'eslint';
	import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
	const files = ['package.json', 'nodes/A/A.node.ts', 'nodes/transport/b.ts', 'credentials/A.credentials.ts'];
	const ours = new ESLint();
	const scanners = new ESLint({ overrideConfigFile: true, overrideConfig: await buildScanConfig() });
	const rules = async (eslint, file) => (await eslint.calculateConfigForFile(file)).rules;
	const lists = {};
	for (const file of files) lists[file] = { ours: await rules(ours, file), scanners: await rules(scanners, file) };
	console.log(JSON.stringify(lists));
`;

type Rules = Record<string, [severity: number]>;

test("npm run lint has every rule of n8n's scanner, at least as strict", () => {
	// In a separate process, because both are ES modules, which jest runs only behind a flag.
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', print], { cwd: root });
	const lists = JSON.parse(output.toString()) as Record<string, { ours: Rules; scanners: Rules }>;

	for (const [file, { ours, scanners }] of Object.entries(lists)) {
		const laxer = Object.entries(scanners)
			.filter(([name, [severity]]) => severity > (ours[name]?.[0] ?? 0))
			.map(([name]) => `${file}: ${name}`);
		expect(laxer).toEqual([]);
		expect(Object.keys(scanners).length).toBeGreaterThan(5);
	}
});
