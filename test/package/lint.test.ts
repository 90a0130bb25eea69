import { execFileSync } from 'node:child_process';
import { inspect } from 'node:util';
import { nodeProperties } from '../../nodes/MessagingIntegration/properties';
import { resources } from '../../nodes/MessagingIntegration/resources';
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

const lint = `
	import { ESLint } from 'eslint';
	import { text } from 'node:stream/consumers';
	const code = await text(process.stdin);
	const ruleFilter = ({ ruleId }) => ruleId.startsWith('n8n-nodes-base/node-param');
	const eslint = new ESLint({ ruleFilter });
	const [{ messages: found }] = await eslint.lintText(code, { filePath: 'nodes/MessagingIntegration/Built.node.ts' });
	console.log(JSON.stringify(found.map(({ ruleId, line }) => ruleId + ': ' + code.split('\\n')[line - 1].trim())));
`;

const ACCEPTED = [
	// Messages come first, and forms are filled in from top to bottom.
	/unsorted-items/,
	/action-miscased: .*action: 'API request/,
	// Names and values that a form has at first.
	/miscased: .*value: ''/,
	// An instance is required, but not among other fields.
	/required-false/,
];

/** What n8n's rules find in the properties of the node. They read code, so this writes out what functions return. */
function problemsOf(properties: object[]): string[] {
	const shown = inspect(properties, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 1e6 });
	const input = `export class Built implements INodeType { description: INodeTypeDescription = { properties: ${shown} } }`;
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', lint], { cwd: root, input });
	const problems = JSON.parse(output.toString()) as string[];
	return problems.filter((problem) => !ACCEPTED.some((pattern) => pattern.test(problem)));
}

test("the properties of the node follow n8n's rules", () => {
	expect(problemsOf(nodeProperties(resources))).toEqual([]);
	const broken = { displayName: 'Is on', name: 'isOn', type: 'boolean', default: true, description: 'If it is on.' };
	expect(problemsOf([broken])).toHaveLength(3);
});
