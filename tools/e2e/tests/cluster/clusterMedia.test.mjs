import { test } from 'node:test';
import { setUpCluster } from './cluster.mjs';
import { checkVoiceMessage, publishMedia } from '../support/media.mjs';

/** Queue mode: a worker downloads the file of a message that another process received. */

let cluster;

setUpCluster('clusterMedia', (started) => (cluster = started));

test('a worker downloads the voice message', async () => {
	const workflow = await publishMedia(cluster.demo);
	await checkVoiceMessage(cluster.demo, workflow);
});
