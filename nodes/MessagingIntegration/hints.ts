import type { NodeHint } from 'n8n-workflow';
import { READS } from './fields/options';

const WAITING =
	'This list may wait for the rate limit of the service (60 requests per minute on its Free tier).';
const STOPPING =
	'If you stop the run, n8n forgets who got the message. For long lists, use the broadcast example.';
const REPEATING =
	'This runs once per input item. To run it only once, turn on Execute Once in the settings of the node.';

const LISTS = READS.filter((each) => /^get(All|Messages|History)$/.test(each));

const isList = '$input.all().length > 1';
const mayWait =
	'$parameter["operation"] !== "sendAndWait" && ($parameter["options"]?.onRateLimit !== "fail" || $parameter["options"]?.pause)';

/** @param whenToDisplay `always` also before the run is repeated; `beforeExecution` only before the first one */
function hint(
	message: string,
	whenToDisplay: 'always' | 'beforeExecution',
	...conditions: string[]
): NodeHint {
	const displayCondition = `={{ ${[...conditions, isList].join(' && ')} }}`;
	return { message, displayCondition, whenToDisplay, location: 'outputPane' };
}

/** What a list may do. A declarative node cannot show hints while it runs, so they come before it does. */
export const hints = [
	hint(WAITING, 'always', mayWait, '$parameter["resource"] !== "message"'),
	hint(`${WAITING} ${STOPPING}`, 'always', mayWait, '$parameter["resource"] === "message"'),
	hint(REPEATING, 'beforeExecution', `${JSON.stringify(LISTS)}.includes($parameter["operation"])`),
];
