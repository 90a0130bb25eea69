import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The simulations of `npm test` with 5,000 requests in each row. They print their own tables; about an hour in all. */
export async function simulation(): Promise<string[]> {
	const jest = spawn(
		process.execPath,
		[
			'node_modules/jest/bin/jest.js',
			'--silent=false',
			'test/simulation',
			'test/system/throughput',
		],
		{
			env: { ...process.env, FULL: '1' },
			stdio: 'inherit',
		},
	);
	const [code] = (await once(jest, 'exit')) as [number];
	if (code !== 0) throw new Error(`A simulation failed (exit code ${code}).`);
	return [];
}
