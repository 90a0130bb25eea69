import { after, before } from 'node:test';
import { stopAll } from '../../processes/processes.mjs';
import { Cluster } from './cluster.mjs';
import { testRetries } from '../support/retries.mjs';
import { Table } from '../support/table.mjs';

/** Queue mode: the Retry button of a failed execution. */

const table = new Table(['retry of a failed execution in queue mode', 'result', 's']);
let cluster;

before(async () => void (cluster = await Cluster.start('clusterRetry')), { timeout: 300_000 });

after(async () => {
	table.print();
	await stopAll();
	cluster?.stores.remove();
});

testRetries(() => cluster.demo, table);
