import '../processes/order';
import '../../../test/setup';
import { startSandbox } from '../../sandbox';
import { idsOf } from '../../../test/support/ids';
import { sendMany } from '../../../test/run/support/sendMany';
import { Simulation } from '../../../test/transport/simulation/simulation';
import { arrivalsAt } from './arrivals';

/**
 * The node in n8n's engine and the sandbox on one simulated clock: sends `count` messages and reports their arrivals.
 */
const [limit = '', windowSeconds = '', count = '', seed = ''] = process.argv.slice(2);

async function main(): Promise<void> {
	const simulation = new Simulation(undefined, Number(seed));
	const sandbox = await startSandbox({
		tier: Number(limit),
		windowSeconds: Number(windowSeconds),
		now: () => simulation.time.elapsed,
	});
	const recipient = { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys.test, ...idsOf(sandbox) };
	const { error } = await simulation.run(simulation.process(async () => await sendMany(recipient, 'm', Number(count))));
	if (error) throw error;
	const arrivals = arrivalsAt(sandbox, Number(count));
	process.send?.(arrivals, undefined, undefined, () => process.exit(0));
}

main().catch((error) => {
	console.error(error);
	process.exit(1);
});
