import { MessagingIntegrationApi } from '../../../credentials/MessagingIntegrationApi.credentials';
import { MessagingIntegration } from '../../../nodes/MessagingIntegration/MessagingIntegration.node';
import { MessagingIntegrationTrigger } from '../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import { read, readJson } from '../../support/project';

/** Names of n8n's own that the pages mention. */
const N8N = new Set([
	...['Community nodes', 'Continue', 'Continue (using error output)', 'Execute step', 'Install'],
	...['Import CSV', 'Data tables', 'Execute Sub-workflow', 'On Error', 'Always Output Data'],
	...['Scope', 'Workflow', 'Node', 'Settings', 'Stop', 'Tool', 'Specific Domains', 'None'],
	...['Messaging Integration Tool', 'On new Messaging Integration event', 'Published', 'No data', 'Refresh List'],
]);

const forms = [
	new MessagingIntegration().description,
	new MessagingIntegrationTrigger().description,
	new MessagingIntegrationApi(),
];

function namesIn(value: unknown, names = new Set<string>()): Set<string> {
	if (typeof value !== 'object' || value === null) return names;
	const { displayName, name, action } = value as Record<string, unknown>;
	for (const each of [displayName, action]) if (typeof each === 'string') names.add(each);
	if (typeof name === 'string' && 'value' in value) names.add(name);
	for (const each of Object.values(value)) namesIn(each, names);
	return names;
}

const shown = namesIn(forms);
for (const file of ['broadcast', 'ask-in-chat', 'ask-in-chat-part']) {
	const { nodes } = readJson<{ nodes: Array<{ name: string }> }>(`examples/${file}.json`);
	for (const { name } of nodes) shown.add(name);
}
for (const table of ['Broadcast recipients', 'Open questions']) shown.add(table);

test.each(['README.md', 'docs/reference.md', 'docs/administration.md'])(
	'%s: every name in italics, and every step of a path, exists in a form',
	(page) => {
		const text = read(page).replace(/\n\s*/g, ' ');
		const italics = [...text.matchAll(/(?<![*\w])\*([A-Z][^*]*)\*(?![*\w])/g)];
		const paths = [...text.matchAll(/\*\*([A-Z][^*|]{1,60}→[^*|]{1,60})\*\*/g)];
		const names = [...italics, ...paths].flatMap(([, name = '']) => name.split(/\s*→\s*/));
		expect(names.length).toBeGreaterThan(5);
		expect(names.filter((name) => !shown.has(name) && !N8N.has(name))).toEqual([]);
	},
);

test('descriptions of one sentence end without a full stop, those of several with one', () => {
	const wrong: string[] = [];
	const check = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		const { description } = value as { description?: unknown };
		if (typeof description === 'string') {
			const isLong = /[.!?]\s+\S/.test(description.replace(/e\.g\. |i\.e\. /g, ''));
			if (/\.$/.test(description) !== isLong) wrong.push(description);
		}
		Object.values(value).forEach(check);
	};
	check(forms.map((form) => form.properties));
	expect(wrong).toEqual([]);
});
