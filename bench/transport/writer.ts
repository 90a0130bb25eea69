import '../processes/order';
import '../../test/setup';
import { sendMany } from '../../test/engine/support/sendMany';

/** An n8n process that sends `count` messages; the text of each is the process's name and the message's number. */
const [baseUrl = '', apiKey = '', instance = '', chat = '', name = '', count = '0'] =
	process.argv.slice(2);

async function main(): Promise<void> {
	const { error } = await sendMany({ baseUrl, apiKey, instance, chat }, name, Number(count));
	process.send?.({ error: error?.message });
}

main().then(
	() => process.exit(0),
	(error) => {
		console.error(error);
		process.exit(1);
	},
);
