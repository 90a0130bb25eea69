import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';

interface Codex {
	alias: string[];
	resources: Record<string, Array<{ url: string }>>;
}

const codexOf = (node: string) =>
	JSON.parse(
		readFileSync(join(__dirname, '..', '..', 'nodes', node, `${node}.node.json`), 'utf8'),
	) as Codex;
const nodes = ['MessagingIntegration', 'MessagingIntegrationTrigger'];

test.each(nodes)('the panel finds %s by what users search for', (node) => {
	const searches =
		'whatsapp, sms, text message, send message, webhook, incoming message, contact, phone, group, chat, broadcast, QR code';
	expect(codexOf(node).alias).toEqual(expect.arrayContaining(searches.split(', ')));
});

test('links to documentation have no fragment, because n8n appends a query', () => {
	const urls = nodes.flatMap((node) => Object.values(codexOf(node).resources).flat());
	for (const url of [
		...urls.map((each) => each.url),
		new MessagingIntegrationApi().documentationUrl,
	])
		expect(new URL(url)).toMatchObject({ protocol: 'https:', hash: '', search: '' });
});
