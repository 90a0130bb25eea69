import { readJson } from '../support/project';
import { MessagingIntegrationApi } from '../../credentials/MessagingIntegrationApi.credentials';

interface Codex {
	alias: string[];
	resources: Record<string, Array<{ url: string }>>;
}

const codexOf = (node: string) => readJson<Codex>(`nodes/${node}/${node}.node.json`);
const nodes = ['MessagingIntegration', 'MessagingIntegrationTrigger'];

test.each(nodes)('the panel finds %s by what users search for', (node) => {
	const searches =
		'whatsapp, sms, text message, send message, webhook, incoming message, contact, phone, group, chat, broadcast, QR code';
	expect(codexOf(node).alias).toEqual(expect.arrayContaining(searches.split(', ')));
});

test('links to documentation have no fragment, because n8n appends a query', () => {
	const urls = nodes.flatMap((node) => Object.values(codexOf(node).resources).flat());
	const { documentationUrl } = new MessagingIntegrationApi();
	for (const url of [...urls.map((each) => each.url), documentationUrl])
		expect(new URL(url)).toMatchObject({ protocol: 'https:', hash: '', search: '' });
});
