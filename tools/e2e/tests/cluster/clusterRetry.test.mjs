import { setUpCluster } from './cluster.mjs';
import { testRetries } from '../support/retries.mjs';
import { Table } from '../support/table.mjs';

/** Queue mode: the Retry button of a failed execution. */

const table = new Table(['retry of a failed execution in queue mode', 'result', 's']);
let cluster;

setUpCluster('clusterRetry', (started) => (cluster = started), { table });

testRetries(() => cluster.demo, table);
