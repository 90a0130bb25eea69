import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode } from './engine';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ tier: 'none' });
});
afterAll(async () => await sandbox.close());

test('get many instances', async () => {
	const { items, error } = await runNode({
		credentials: { apiKey: sandbox.keys.test, environment: 'test', baseUrl: sandbox.baseUrl },
		parameters: { resource: 'instance', operation: 'getAll', returnAll: true },
	});
	expect(error).toBeUndefined();
	console.log(items.length, JSON.stringify(items[0]), sandbox.log);
});
