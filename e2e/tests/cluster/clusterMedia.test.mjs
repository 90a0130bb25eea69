import { after, before, test } from 'node:test';
import { stopAll } from '../../processes/processes.mjs';
import { Cluster } from './cluster.mjs';
import { checkVoiceMessage, publishMedia } from '../support/media.mjs';

/** Queue mode: a worker downloads the file of a message that another process received. */

let cluster;

before(async () => void (cluster = await Cluster.start('clusterMedia')), { timeout: 300_000 });

after(async () => {
	await stopAll();
	cluster?.stores.remove();
});

test('a worker downloads the voice message', async () => {
	const workflow = await publishMedia(cluster.demo);
	await checkVoiceMessage(cluster.demo, workflow);
});
