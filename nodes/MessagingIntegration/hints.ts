import type { NodeHint } from 'n8n-workflow';

const WAITING =
	'Long lists can take a while: the service limits requests per minute (60 on the Free tier).';
const STOPPING =
	'If you stop the run, n8n keeps no record of who got the message. For long lists, use the broadcast example.';
const REPEATING =
	'This runs once per input item. To run it only once, turn on Execute Once in the settings of the node.';
const CODE =
	'Once you have the code: use Pair Phone with qrcode.pairingCode and the number of the phone, before the code expires (see ttl, probably in seconds). If the phone asks for the code, enter it there.';
const PAIRING =
	'Once this has succeeded: confirm on the phone (most apps ask under Linked Devices), and run Get Status until the status is connected.';

const isList = '$input.all().length > 1';
/** A short list rarely reaches the limit. */
const mayWait =
	'$parameter["operation"] !== "sendAndWait" && ($parameter["options"]?.pause || ($input.all().length > 20 && $parameter["options"]?.onRateLimit !== "fail"))';
const isMessage = '$parameter["resource"] === "message"';

function isOneOf(...operations: string[]): string {
	return `${JSON.stringify(operations)}.includes($parameter["operation"])`;
}

function hint(
	message: string,
	whenToDisplay: NodeHint['whenToDisplay'],
	...conditions: string[]
): NodeHint {
	const displayCondition = `={{ ${conditions.join(' && ')} }}`;
	return { message, displayCondition, whenToDisplay, location: 'outputPane' };
}

/** What a list may do, known before it runs (a declarative node cannot add hints), and what follows a pairing code. */
export const hints = [
	hint(WAITING, 'always', isList, mayWait, `!(${isMessage})`),
	hint(`${WAITING} ${STOPPING}`, 'always', isList, mayWait, isMessage),
	hint(REPEATING, 'always', isList, isOneOf('getAll', 'getHistory', 'getMessages')),
	hint(CODE, 'afterExecution', isOneOf('connect'), '$parameter["pairingCode"] === true'),
	hint(PAIRING, 'afterExecution', isOneOf('pairPhone')),
];
