// Checks that a running n8n without an owner has loaded the nodes and the credentials of the package: the URL of n8n is
// the argument.
import { main, PlainError } from '../../scripts/run.mjs';
import { N8nApi } from '../n8n/api.mjs';
import { credentialType, nodeType, triggerType } from '../n8n/package.mjs';
import { waitUntil } from '../processes/polling.mjs';

await main(async () => {
	const [url] = process.argv.slice(2);
	if (url === undefined) throw new PlainError('The URL of n8n is missing.');
	const isReady = async () => (await fetch(`${url}/rest/settings`)).ok;
	await waitUntil(() => isReady().catch(() => false), 'n8n', 300_000);
	const api = new N8nApi(url);
	await api.signIn();
	const types = [...(await api.listTypes('nodes')), ...(await api.listTypes('credentials'))];
	for (const type of [nodeType, triggerType, credentialType])
		if (!types.some(({ name }) => name === type))
			throw new PlainError(`n8n has not loaded ${type}.`);
	console.log(`n8n at ${url} has loaded the nodes and the credentials.`);
	return 0;
});
