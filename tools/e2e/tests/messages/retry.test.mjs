import { after, before } from 'node:test';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { testRetries } from '../support/retries.mjs';
import { Table } from '../support/table.mjs';

/** The Retry button of a failed execution. */

const table = new Table(['retry of a failed execution', 'result', 's']);
let demo;

before(
	async () => {
		demo = await startTestDemo('retry');
		await demo.api.unpublish(demo.workflow.id);
	},
	{ timeout: startTimeout },
);

after(async () => {
	table.print();
	await stopAll();
});

testRetries(() => demo, table);
