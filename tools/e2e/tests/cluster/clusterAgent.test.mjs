import { waitUntil } from '../../processes/polling.mjs';
import { agent, conversation, hasRow, importAgent, person, say } from '../templates/completeAgent.mjs';
import { setUpCluster } from './cluster.mjs';

let cluster;
setUpCluster('clusterAgent', async (started) => {
	cluster = started;
	await cluster.demo.sandbox.control('POST', 'rate', { tier: 'none' });
	await importAgent(cluster.demo);
});

const [ann, bob, cleo] = [10, 11, 12].map(person);

const spread = async (phone, texts) =>
	await agent.template.andSettle(async () => {
		for (const [index, text] of texts.entries()) {
			await agent.template.deliver([[phone, text]], cluster.receivers[index]);
			await waitUntil(async () => await hasRow({ text }), 'the row of the message');
		}
	}, texts.length);

conversation(
	'in queue mode, messages of two customers that arrive at three processes get one answer each',
	async () => await Promise.all([spread(ann, ['oi', 'eu', 'pizza?']), spread(bob, ['one', 'two', 'three'])]),
	[
		[ann, '*Re:* oi\neu\npizza?'],
		[bob, '*Re:* one\ntwo\nthree'],
	],
);

conversation(
	'in queue mode, a voice message is answered, and the bot is silent while a colleague writes',
	async () => {
		await say(cleo, undefined, { type: 'audio' });
		await say(cleo, 'I am Bea', { fromMe: true });
		await say(cleo, 'Thank you, Bea');
	},
	[[cleo, '*Re:* See you on Friday.']],
);

conversation(
	'in queue mode, the memory survives a restart of all processes',
	async () => {
		await cluster.restartAll();
		await spread(bob, ['four']);
	},
	[[bob, '*Re:* four (after: Customer: one / Customer: two / Customer: three / You: Re: one / two / three)']],
);
