import { startSandbox } from '../../../tools/sandbox';

test('the same seed gives the same data, another seed gives different data, and the number of instances can be set', async () => {
	const data = async (settings: object) => {
		const other = await startSandbox(settings);
		const { webhooks: _, ...rest } = JSON.parse(JSON.stringify(other.data));
		await other.close();
		return rest;
	};
	const first = await data({ seed: 7 });
	expect(await data({ seed: 7 })).toEqual(first);
	expect((await data({ seed: 8 })).instances[0].id).not.toBe(first.instances[0].id);
	expect((await data({ instances: 260 })).instances).toHaveLength(260);
	expect((await data({ instances: 0 })).instances).toEqual([]);
});
